-- Schedules and what they start: pipelines, templates, backfills.

CREATE TABLE "Schedule" (
  id text PRIMARY KEY,
  name text NOT NULL,
  description text,
  -- Timing.
  repeat text NOT NULL CHECK (repeat IN ('once', 'repeating')),
  "cronExpression" text,
  interval bigint CHECK ("interval" >= 1000),
  timezone text,
  "startAt" timestamptz(3),
  "endAt" timestamptz(3),
  "dstGap" text NOT NULL DEFAULT 'next_valid' CHECK ("dstGap" IN ('next_valid', 'skip')),
  "dstRepeat" text NOT NULL DEFAULT 'first' CHECK ("dstRepeat" IN ('first', 'last', 'both')),
  "afterOnce" text NOT NULL DEFAULT 'disable' CHECK ("afterOnce" IN ('disable', 'delete')),
  "maxRuns" integer CHECK ("maxRuns" > 0),
  template boolean NOT NULL DEFAULT false,
  -- What runs.
  "targetType" text NOT NULL CHECK ("targetType" IN ('agent', 'pipeline')),
  "agentId" text,
  "pipelineId" text,
  params jsonb NOT NULL DEFAULT '{}',
  "retryConfig" jsonb,
  timeout integer CHECK (timeout > 0),
  priority integer NOT NULL DEFAULT 0,
  enabled boolean NOT NULL DEFAULT true,
  -- The plan: set by the engine, and by the server when the timing changes.
  "originAt" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "activatedAt" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "nextRunAt" timestamptz(3),
  "nextRunSource" text,
  decision jsonb,
  -- History.
  "lastRunAt" timestamptz(3),
  "runCount" integer NOT NULL DEFAULT 0,
  "failureCount" integer NOT NULL DEFAULT 0,
  flag text,
  "createdAt" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "createdBy" text NOT NULL,
  -- Inputs of the governor: pause, hints, limits.
  "pausedUntil" timestamptz(3),
  "pauseNote" text,
  "hintIntervalMs" bigint CHECK ("hintIntervalMs" >= 1000),
  "hintNextRunAt" timestamptz(3),
  "hintExpiresAt" timestamptz(3),
  "hintReason" text,
  "hintBy" text,
  "hintAt" timestamptz(3),
  "minInterval" bigint CHECK ("minInterval" > 0),
  "maxInterval" bigint CHECK ("maxInterval" > 0),
  "failureBackoff" boolean NOT NULL DEFAULT false,
  -- Policies: what becomes of a slot.
  jitter integer CHECK (jitter > 0),
  "misfirePolicy" text NOT NULL DEFAULT 'latest' CHECK ("misfirePolicy" IN ('latest', 'all', 'skip')),
  "startingDeadline" bigint CHECK ("startingDeadline" > 0),
  "concurrencyPolicy" text NOT NULL DEFAULT 'allow' CHECK ("concurrencyPolicy" IN ('allow', 'forbid', 'replace', 'queue')),
  "successfulHistoryLimit" integer CHECK ("successfulHistoryLimit" >= 0),
  "failedHistoryLimit" integer CHECK ("failedHistoryLimit" >= 0),
  requirements jsonb CHECK (jsonb_typeof(requirements) = 'object'),
  -- When a claim last handled a slot: interval hints and maxInterval count from it.
  "handledAt" timestamptz(3),
  -- The first of the interval hints that followed each other without a gap.
  "hintSince" timestamptz(3),
  -- The environment whose agent versions the schedule calls.
  environment text NOT NULL DEFAULT 'production' CHECK (environment IN ('production', 'staging', 'development')),
  -- How long a job may wait after its release, in milliseconds; null: without limit.
  "maxQueueTime" integer CHECK ("maxQueueTime" > 0),
  -- A stable name of the client's choice.
  key text CHECK (key ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$'),
  -- The template that this schedule runs by its own timing.
  "templateId" text,
  -- How long a whole run may last, in milliseconds; null: without limit.
  "zombieThresholdMs" integer CHECK ("zombieThresholdMs" > 0),
  -- Who manages the row as configuration; null: it is not managed.
  "managedBy" text,
  -- Words by which schedules are filtered and API tokens are limited.
  labels text[] NOT NULL DEFAULT '{}',
  CHECK ("startAt" < "endAt"),
  CHECK ("hintExpiresAt" IS NOT NULL OR ("hintIntervalMs" IS NULL AND "hintNextRunAt" IS NULL)),
  CHECK ("minInterval" <= "maxInterval"),
  -- A template names its target itself, so there are no chains and no cycles.
  CHECK (NOT template OR "templateId" IS NULL)
);
-- Each run moves its schedule twice, and each version of the row has an entry in every index: none for a value that it does not have.
CREATE UNIQUE INDEX "Schedule_key_key" ON "Schedule" (key) WHERE key IS NOT NULL;
CREATE INDEX "Schedule_ofAgent_idx" ON "Schedule" ("agentId") WHERE "agentId" IS NOT NULL;
CREATE INDEX "Schedule_ofPipeline_idx" ON "Schedule" ("pipelineId") WHERE "pipelineId" IS NOT NULL;
CREATE INDEX "Schedule_ofTemplate_idx" ON "Schedule" ("templateId") WHERE "templateId" IS NOT NULL;
-- Each loop of the engine asks one question; each question has its index.
CREATE INDEX "Schedule_due_idx" ON "Schedule" ("nextRunAt") WHERE enabled AND "nextRunAt" IS NOT NULL;
CREATE INDEX "Schedule_unplanned_idx" ON "Schedule" (id) WHERE enabled AND "nextRunAt" IS NULL AND NOT template;
CREATE INDEX "Schedule_limited_idx" ON "Schedule" (id) WHERE "successfulHistoryLimit" IS NOT NULL OR "failedHistoryLimit" IS NOT NULL;
-- Enabled schedules that cannot run.
CREATE INDEX "Schedule_flagged_idx" ON "Schedule" (id) WHERE enabled AND NOT template AND flag IS NOT NULL;
-- The orders of lists: a page out of a hundred thousand schedules is a range of an index, in either direction.
CREATE INDEX "Schedule_name_id_idx" ON "Schedule" (name, id);
CREATE INDEX "Schedule_nextRunAt_id_idx" ON "Schedule" ("nextRunAt", id);
CREATE INDEX "Schedule_lastRunAt_id_idx" ON "Schedule" ("lastRunAt", id);

CREATE TABLE "Pipeline" (
  id text PRIMARY KEY,
  name text NOT NULL,
  description text,
  steps jsonb NOT NULL,
  "retryConfig" jsonb,
  enabled boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "createdBy" text NOT NULL,
  key text CHECK (key ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$'),
  -- Who manages the row as configuration; null: it is not managed.
  "managedBy" text
);
CREATE UNIQUE INDEX "Pipeline_key_key" ON "Pipeline" (key);

-- Past slots of a schedule that an operator wants to run, a few at a time. Each becomes an execution with the target, params and timing
-- that the schedule had when the backfill was created.
CREATE TABLE "Backfill" (
  id text PRIMARY KEY,
  "scheduleId" text NOT NULL,
  "from" timestamptz(3) NOT NULL,
  "to" timestamptz(3) NOT NULL,
  "maxConcurrency" integer NOT NULL DEFAULT 1 CHECK ("maxConcurrency" BETWEEN 1 AND 100),
  "repeatExisting" boolean NOT NULL DEFAULT false,
  params jsonb,
  "targetType" text NOT NULL CHECK ("targetType" IN ('agent', 'pipeline')),
  "agentId" text,
  "pipelineId" text,
  timing jsonb NOT NULL,
  snapshot jsonb NOT NULL,
  total integer NOT NULL,
  existing integer NOT NULL,
  created integer NOT NULL DEFAULT 0,
  "cursorSlotAt" timestamptz(3),
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'running', 'completed', 'cancelled')),
  "createdBy" text NOT NULL,
  "createdAt" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "completedAt" timestamptz(3),
  CHECK ("from" < "to")
);
CREATE INDEX "Backfill_scheduleId_id_idx" ON "Backfill" ("scheduleId", id);
-- Backfills with slots to go, or whose last executions still run.
CREATE INDEX "Backfill_open_idx" ON "Backfill" (id) WHERE status IN ('pending', 'running');

-- How far schedules without a time zone of their own have been planned again after the default time zone changed. At most one row; after
-- a crash, another worker continues from it.
CREATE TABLE "ZoneChange" (
  id integer DEFAULT 1 PRIMARY KEY CHECK (id = 1),
  -- The zone before the change.
  "zoneBefore" text NOT NULL,
  -- Schedules up to this id are done.
  cursor text NOT NULL DEFAULT '',
  -- A second pass finds what a worker that did not know of the change yet planned during the first.
  pass integer NOT NULL DEFAULT 1,
  "passFrom" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
