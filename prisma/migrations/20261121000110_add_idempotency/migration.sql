-- What has been done once under a key is not done again: triggers with an idempotency key, deliveries of webhooks with their event id.
-- Ids are plain: what they name may be gone before the key is.
CREATE TABLE "IdempotencyKey" (
    "operation" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "requestHash" TEXT NOT NULL,
    "resultId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "IdempotencyKey_pkey" PRIMARY KEY ("operation", "target", "key")
);

CREATE INDEX "IdempotencyKey_expiresAt_idx" ON "IdempotencyKey" ("expiresAt");

-- Sealed on the first start: tells a later start whether its CALLBOARD_SECRET_KEY is the one that everything else is sealed with.
CREATE TABLE "SecretKeyCheck" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "sealed" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SecretKeyCheck_pkey" PRIMARY KEY ("id")
);

ALTER TABLE "SecretKeyCheck" ADD CHECK ("id" = 1);
