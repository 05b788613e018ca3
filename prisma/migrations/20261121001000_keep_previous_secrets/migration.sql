-- After a rotation the secret before may count for a while, so that senders get the new one without a call being lost.
ALTER TABLE "Webhook"
  ADD COLUMN "previousSecret" TEXT,
  ADD COLUMN "previousValidUntil" TIMESTAMPTZ(3),
  ADD CHECK ("previousSecret" LIKE 'v1.%'),
  ADD CHECK (("previousSecret" IS NULL) = ("previousValidUntil" IS NULL));
