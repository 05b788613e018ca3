-- Webhooks: calls from outside that start work, and what became of each call.

CREATE TABLE "Webhook" (
  id text PRIMARY KEY,
  name text NOT NULL,
  "targetType" text NOT NULL CHECK ("targetType" IN ('agent', 'pipeline', 'schedule')),
  "agentId" text,
  "pipelineId" text,
  "scheduleId" text,
  profile text NOT NULL DEFAULT 'generic' CHECK (profile IN ('generic', 'github', 'standard')),
  -- Encrypted. A secret that SQL writes in the clear is refused.
  secret text NOT NULL CHECK (secret LIKE 'v1.%'),
  "secretHint" text NOT NULL,
  "eventIdHeader" text,
  "dedupeWindow" integer CHECK ("dedupeWindow" > 0),
  "payloadMode" text NOT NULL DEFAULT 'json' CHECK ("payloadMode" IN ('raw', 'json')),
  "inputKey" text,
  suspended boolean NOT NULL DEFAULT false,
  "createdAt" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "createdBy" text NOT NULL,
  -- After a rotation the previous secret may stay valid for a while.
  "previousSecret" text CHECK ("previousSecret" LIKE 'v1.%'),
  "previousValidUntil" timestamptz(3),
  key text CHECK (key ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$'),
  -- Who manages the row as configuration; null: it is not managed.
  "managedBy" text,
  CHECK (("targetType" = 'agent') = ("agentId" IS NOT NULL)),
  CHECK (("targetType" = 'pipeline') = ("pipelineId" IS NOT NULL)),
  CHECK (("targetType" = 'schedule') = ("scheduleId" IS NOT NULL)),
  CHECK ("payloadMode" = 'json' OR "inputKey" IS NOT NULL),
  CHECK (("previousSecret" IS NULL) = ("previousValidUntil" IS NULL))
);
CREATE UNIQUE INDEX "Webhook_key_key" ON "Webhook" (key);

CREATE TABLE "WebhookDelivery" (
  id text PRIMARY KEY,
  "webhookId" text NOT NULL,
  "eventId" text,
  outcome text NOT NULL CHECK (outcome IN ('accepted', 'duplicate', 'rejected')),
  "httpStatus" integer NOT NULL,
  reason text,
  "scheduleExecutionId" text,
  bytes integer,
  "remoteAddress" text,
  count integer NOT NULL DEFAULT 1 CHECK (count > 0),
  "receivedAt" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "lastReceivedAt" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX "WebhookDelivery_webhookId_id_idx" ON "WebhookDelivery" ("webhookId", id);
CREATE INDEX "WebhookDelivery_receivedAt_idx" ON "WebhookDelivery" ("receivedAt");
-- Calls that start nothing share one row a minute, with a count: nobody can fill the table with them.
CREATE UNIQUE INDEX "WebhookDelivery_repeated_key" ON "WebhookDelivery"
  ("webhookId", "httpStatus", coalesce("eventId", ''), date_trunc('minute', "receivedAt" AT TIME ZONE 'UTC')) WHERE outcome <> 'accepted';

-- What was done once under a key is not done again: manual starts with an idempotency key, webhook calls with an event id. resultId may
-- name something that was deleted since.
CREATE TABLE "IdempotencyKey" (
  operation text NOT NULL,
  target text NOT NULL,
  key text NOT NULL,
  "requestHash" text NOT NULL,
  "resultId" text NOT NULL,
  "createdAt" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expiresAt" timestamptz(3) NOT NULL,
  PRIMARY KEY (operation, target, key)
);
CREATE INDEX "IdempotencyKey_expiresAt_idx" ON "IdempotencyKey" ("expiresAt");
