-- Calls from outside that start work: who may call, and what became of each call.
CREATE TABLE "Webhook" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "targetType" TEXT NOT NULL,
    "agentId" TEXT,
    "pipelineId" TEXT,
    "scheduleId" TEXT,
    "profile" TEXT NOT NULL DEFAULT 'generic',
    "secret" TEXT NOT NULL,
    "secretHint" TEXT NOT NULL,
    "eventIdHeader" TEXT,
    "dedupeWindow" INTEGER,
    "payloadMode" TEXT NOT NULL DEFAULT 'json',
    "inputKey" TEXT,
    "suspended" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "createdBy" TEXT NOT NULL,

    CONSTRAINT "Webhook_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "WebhookDelivery" (
    "id" TEXT NOT NULL,
    "webhookId" TEXT NOT NULL,
    "eventId" TEXT,
    "outcome" TEXT NOT NULL,
    "httpStatus" INTEGER NOT NULL,
    "reason" TEXT,
    "scheduleExecutionId" TEXT,
    "bytes" INTEGER,
    "remoteAddress" TEXT,
    "count" INTEGER NOT NULL DEFAULT 1,
    "receivedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastReceivedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "WebhookDelivery_pkey" PRIMARY KEY ("id")
);

ALTER TABLE "Webhook"
  ADD CHECK ("targetType" IN ('agent', 'pipeline', 'schedule')),
  ADD CHECK (("targetType" = 'agent') = ("agentId" IS NOT NULL)),
  ADD CHECK (("targetType" = 'pipeline') = ("pipelineId" IS NOT NULL)),
  ADD CHECK (("targetType" = 'schedule') = ("scheduleId" IS NOT NULL)),
  ADD CHECK ("profile" IN ('generic', 'github')),
  ADD CHECK ("payloadMode" IN ('raw', 'json')),
  ADD CHECK ("payloadMode" = 'json' OR "inputKey" IS NOT NULL),
  ADD CHECK ("dedupeWindow" > 0),
  -- Sealed: a secret that was written by SQL in the clear is refused.
  ADD CHECK ("secret" LIKE 'v1.%');

ALTER TABLE "WebhookDelivery"
  ADD CHECK ("outcome" IN ('accepted', 'duplicate', 'rejected')),
  ADD CHECK ("count" > 0);

CREATE INDEX "WebhookDelivery_webhookId_id_idx" ON "WebhookDelivery" ("webhookId", "id");
CREATE INDEX "WebhookDelivery_receivedAt_idx" ON "WebhookDelivery" ("receivedAt");
-- What starts nothing is one row a minute with its count, however often it comes: nobody can fill the table with it.
CREATE UNIQUE INDEX "WebhookDelivery_repeated_key" ON "WebhookDelivery"
  ("webhookId", "httpStatus", coalesce("eventId", ''), date_trunc('minute', "receivedAt" AT TIME ZONE 'UTC')) WHERE outcome <> 'accepted';

CREATE TRIGGER touch_updated_at BEFORE UPDATE ON "Webhook" FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
