-- Runs: an execution for each slot or manual start, and the attempts of its jobs.

CREATE TABLE "ScheduleExecution" (
  id text PRIMARY KEY,
  "scheduleId" text,
  "targetType" text NOT NULL,
  "agentId" text,
  "pipelineId" text,
  trigger text NOT NULL CHECK (trigger IN ('schedule', 'manual', 'webhook', 'backfill')),
  source text,
  reason text,
  "slotAt" timestamptz(3),
  "lastSlotAt" timestamptz(3),
  "missedCount" integer NOT NULL DEFAULT 0,
  "fireAt" timestamptz(3) NOT NULL,
  "executionTime" timestamptz(3) NOT NULL,
  -- status is the delivery, runStatus the run.
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'success', 'partial', 'failed', 'skipped')),
  "runStatus" text DEFAULT 'pending' CHECK ("runStatus" IN ('pending', 'running', 'succeeded', 'partial', 'failed', 'cancelled')),
  "jobsCreated" integer NOT NULL DEFAULT 0,
  "jobsEnqueued" integer NOT NULL DEFAULT 0,
  "jobsCompleted" integer NOT NULL DEFAULT 0,
  "jobsFailed" integer NOT NULL DEFAULT 0,
  "jobsSkipped" integer NOT NULL DEFAULT 0,
  "jobsCancelled" integer NOT NULL DEFAULT 0,
  errors jsonb NOT NULL DEFAULT '[]',
  metadata jsonb NOT NULL DEFAULT '{}',
  decision jsonb,
  snapshot jsonb NOT NULL,
  batches integer NOT NULL DEFAULT 0,
  "batchCursor" integer NOT NULL DEFAULT -1,
  "staggerDelay" integer NOT NULL DEFAULT 0,
  "nextBatchAt" timestamptz(3),
  "expandedAt" timestamptz(3),
  "completedAt" timestamptz(3),
  "cancelRequestedAt" timestamptz(3),
  "traceId" text NOT NULL,
  "createdBy" text,
  "createdAt" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  -- An execution that waits for an earlier one of its schedule is pending, and not expanded meanwhile.
  "waitingSince" timestamptz(3),
  -- It has ended, and its schedule has not taken note of that yet.
  "toConclude" boolean NOT NULL DEFAULT false,
  "backfillId" text,
  -- Expansion: not before nextTryAt. Tries are counted before each begins, so that one that crashes its worker counts.
  "nextTryAt" timestamptz(3),
  "expandTries" integer NOT NULL DEFAULT 0,
  -- The run is stopped if it still goes on at this time.
  "overdueAt" timestamptz(3),
  -- Counters that save counting rows with each answer. The rows stay the truth, and what follows from a counter is verified by them:
  -- first attempts that wait for an answer, and first attempts that an agent accepted.
  "jobsUnanswered" integer NOT NULL DEFAULT 0,
  "jobsStarted" integer NOT NULL DEFAULT 0,
  CHECK ((status = 'skipped') = ("runStatus" IS NULL)),
  CHECK (trigger <> 'schedule' OR "slotAt" IS NOT NULL),
  CHECK ((trigger = 'backfill') = ("backfillId" IS NOT NULL)),
  CHECK (trigger <> 'backfill' OR "slotAt" IS NOT NULL)
);
-- One execution for each slot, whichever worker claims it: this index makes a slot run exactly once.
CREATE UNIQUE INDEX "ScheduleExecution_slot_key" ON "ScheduleExecution" ("scheduleId", "slotAt") WHERE trigger = 'schedule';
CREATE UNIQUE INDEX "ScheduleExecution_backfillSlot_key" ON "ScheduleExecution" ("backfillId", "slotAt") WHERE trigger = 'backfill';
-- Lists.
CREATE INDEX "ScheduleExecution_scheduleId_id_idx" ON "ScheduleExecution" ("scheduleId", id);
CREATE INDEX "ScheduleExecution_pipelineId_id_idx" ON "ScheduleExecution" ("pipelineId", id) WHERE "pipelineId" IS NOT NULL;
CREATE INDEX "ScheduleExecution_status_id_idx" ON "ScheduleExecution" (status, id);
CREATE INDEX "ScheduleExecution_runStatus_id_idx" ON "ScheduleExecution" ("runStatus", id);
-- Questions of the engine's loops.
CREATE INDEX "ScheduleExecution_unexpanded_idx" ON "ScheduleExecution" ("fireAt", id)
  WHERE "expandedAt" IS NULL AND "runStatus" = 'pending' AND "waitingSince" IS NULL;
CREATE INDEX "ScheduleExecution_nextTry_idx" ON "ScheduleExecution" ("nextTryAt")
  WHERE "nextTryAt" IS NOT NULL AND "expandedAt" IS NULL AND "runStatus" = 'pending';
CREATE INDEX "ScheduleExecution_nextBatch_idx" ON "ScheduleExecution" ("nextBatchAt") WHERE "nextBatchAt" IS NOT NULL;
CREATE INDEX "ScheduleExecution_overdueAt_idx" ON "ScheduleExecution" ("overdueAt")
  WHERE "overdueAt" IS NOT NULL AND "runStatus" IN ('pending', 'running') AND "cancelRequestedAt" IS NULL AND "waitingSince" IS NULL;
CREATE INDEX "ScheduleExecution_toConclude_idx" ON "ScheduleExecution" (id) WHERE "toConclude" AND "completedAt" IS NOT NULL;
-- Cancelled executions whose attempts may still be open, because of a crash in between.
CREATE INDEX "ScheduleExecution_cancelling_idx" ON "ScheduleExecution" (id) WHERE "cancelRequestedAt" IS NOT NULL AND "runStatus" = 'running';
-- Executions that a new slot may overlap with, and those that wait for an earlier one.
CREATE INDEX "ScheduleExecution_active_idx" ON "ScheduleExecution" ("scheduleId", id) WHERE "runStatus" IN ('pending', 'running');
CREATE INDEX "ScheduleExecution_waiting_idx" ON "ScheduleExecution" ("scheduleId", id) WHERE "waitingSince" IS NOT NULL AND "runStatus" = 'pending';
-- What a history limit counts: the ended executions of a schedule, by result.
CREATE INDEX "ScheduleExecution_history_idx" ON "ScheduleExecution" ("scheduleId", "runStatus", id)
  WHERE "runStatus" IN ('succeeded', 'partial', 'failed', 'cancelled');
-- Backfills: their progress, their pages, and the slots that an earlier one ran.
CREATE INDEX "ScheduleExecution_backfillProgress_idx" ON "ScheduleExecution" ("backfillId", "runStatus") WHERE "backfillId" IS NOT NULL;
CREATE INDEX "ScheduleExecution_backfillPage_idx" ON "ScheduleExecution" ("backfillId", id) WHERE "backfillId" IS NOT NULL;
CREATE INDEX "ScheduleExecution_backfilled_idx" ON "ScheduleExecution" ("scheduleId", "slotAt") WHERE trigger = 'backfill';

-- Executions that a newer one replaces, but whose row another transaction had locked when the newer one was claimed. They are stopped as
-- soon as the row is free. The claim's own transaction writes the row, so a crash in between loses nothing.
CREATE TABLE "PendingReplacement" (
  "executionId" text PRIMARY KEY,
  "createdAt" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);

-- Jobs of a run that its expansion has decided, and that are not rows of "AgentJobExecution" yet. They are written in the transaction of
-- the expansion (docs/adr/0027).
CREATE TABLE "JobChunk" (
  "executionId" text NOT NULL,
  part integer NOT NULL,
  -- Index of the first job among all jobs of the run, and its batch.
  "firstIndex" integer NOT NULL,
  "firstBatch" integer NOT NULL,
  "batchSize" integer NOT NULL,
  jobs integer NOT NULL,
  -- What all jobs share.
  settings jsonb NOT NULL,
  -- JSON text for each job, one on each line.
  params text NOT NULL,
  -- Until then, workers may claim its jobs, which become rows with their claim.
  "storeAt" timestamptz(3) NOT NULL,
  PRIMARY KEY ("executionId", part)
);

-- One row for each attempt; jobId is the job. The columns that indexes and their conditions read come first: PostgreSQL compares them
-- with each update, and has to pass over what is before them.
CREATE TABLE "AgentJobExecution" (
  id text PRIMARY KEY WITH (fillfactor = 48, deduplicate_items = off),
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'running', 'completed', 'failed', 'cancelled', 'skipped', 'dead_letter')),
  "jobId" text NOT NULL,
  "agentId" text NOT NULL,
  "scheduleExecutionId" text NOT NULL,
  "retryCount" integer NOT NULL DEFAULT 0,
  "isLatest" boolean NOT NULL DEFAULT true,
  turn integer NOT NULL DEFAULT 0,
  "batchIndex" integer NOT NULL DEFAULT 0,
  priority integer NOT NULL DEFAULT 0,
  "releasedAt" timestamptz(3),
  "sentAt" timestamptz(3),
  "settledAt" timestamptz(3),
  "statusCode" integer,
  "workerId" text,
  -- The requirements of agent, schedule and step together, as canonical JSON text; '' requires nothing. Workers claim by indexes that begin
  -- with this column, so that they do not even read what they cannot serve.
  requirements text NOT NULL DEFAULT '',
  supersedes text,
  "agentVersion" text,
  "scheduleId" text,
  "pipelineId" text,
  "pipelineStepId" text,
  -- One combination of expanded values in a pipeline run: one row for each step, all created up front.
  "contextId" text,
  params jsonb NOT NULL,
  -- 256 KiB of JSON. The text of jsonb adds spaces: at most half as much again.
  result jsonb CHECK (octet_length(result::text) <= 393216),
  error jsonb,
  metrics jsonb,
  dependencies text[] DEFAULT ARRAY[]::text[],
  "enqueuedAt" timestamptz(3),
  "retryAt" timestamptz(3),
  "startedAt" timestamptz(3),
  "acceptedAt" timestamptz(3),
  "progressAt" timestamptz(3),
  "deadlineAt" timestamptz(3),
  "completedAt" timestamptz(3),
  "attemptTimeout" integer NOT NULL,
  "heartbeatTimeout" integer,
  "retryConfig" jsonb NOT NULL,
  "retriesLeft" integer NOT NULL CHECK ("retriesLeft" >= 0),
  reason text,
  "durationMs" integer,
  "responseBody" text CHECK (octet_length("responseBody") <= 262144),
  "responseTruncated" boolean NOT NULL DEFAULT false,
  "resultInvalid" boolean NOT NULL DEFAULT false,
  "traceId" text NOT NULL,
  "leaseEpoch" integer,
  redeliveries integer NOT NULL DEFAULT 0,
  "createdAt" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "contextRetry" integer NOT NULL DEFAULT 0,
  "dependencyTimeout" integer CHECK ("dependencyTimeout" > 0),
  "dependencyDeadlineAt" timestamptz(3),
  "maxQueueTime" integer,
  -- 0: the answer is not in the counters of its execution.
  "answersCounted" smallint NOT NULL DEFAULT 0,
  -- When somebody asked to cancel an attempt that a worker had claimed. The worker gives it back, or writes the answer that it has.
  "cancelRequestedAt" timestamptz(3),
  CHECK (("pipelineStepId" IS NULL) = ("contextId" IS NULL))
);
-- Each job is written twice or three times, and each version has an entry in the primary key and these indexes. With room left in their
-- pages, the later versions fit in beside the first, so no page is cleaned or split for them. Duplicates are such versions, soon removed.
CREATE UNIQUE INDEX "AgentJobExecution_jobId_retryCount_key" ON "AgentJobExecution" ("jobId", "retryCount")
  WITH (fillfactor = 48, deduplicate_items = off);
-- Lists.
CREATE INDEX "AgentJobExecution_scheduleExecutionId_id_idx" ON "AgentJobExecution" ("scheduleExecutionId", id)
  WITH (fillfactor = 48, deduplicate_items = off);
CREATE INDEX "AgentJobExecution_agentId_id_idx" ON "AgentJobExecution" ("agentId", id) WITH (fillfactor = 48, deduplicate_items = off);
CREATE INDEX "AgentJobExecution_ofSchedule_idx" ON "AgentJobExecution" ("scheduleId", id) WHERE "scheduleId" IS NOT NULL;
-- Without running attempts, which have indexes of their own: statistics say that hardly anything is running, so the planner would read
-- all that is by this index whenever a condition asks for it. It also saves each claim an index entry.
CREATE INDEX "AgentJobExecution_status_id_idx" ON "AgentJobExecution" (status, id) WHERE status <> 'running';
-- Attempts that are ready to be claimed.
CREATE INDEX "AgentJobExecution_ready_idx" ON "AgentJobExecution" (requirements, priority DESC, "releasedAt", id)
  WHERE status = 'pending' AND "releasedAt" IS NOT NULL;
CREATE INDEX "AgentJobExecution_readyOfAgent_idx" ON "AgentJobExecution" ("agentId", requirements, priority DESC, "releasedAt", id)
  WHERE status = 'pending' AND "releasedAt" IS NOT NULL;
-- Attempts that wait for a worker that can serve them: marked as such, and not marked yet.
CREATE INDEX "AgentJobExecution_unmatched_idx" ON "AgentJobExecution" (requirements) WHERE status = 'pending' AND reason = 'no_matching_worker';
CREATE INDEX "AgentJobExecution_requiring_idx" ON "AgentJobExecution" (requirements)
  WHERE status = 'pending' AND "releasedAt" IS NOT NULL AND requirements <> '' AND reason IS NULL;
-- When an attempt has waited too long. At UTC, since only that is immutable.
CREATE INDEX "AgentJobExecution_queueTime_idx" ON "AgentJobExecution"
  ((("releasedAt" AT TIME ZONE 'UTC') + "maxQueueTime" * interval '1 millisecond'))
  WHERE status = 'pending' AND "releasedAt" IS NOT NULL AND "maxQueueTime" IS NOT NULL;
CREATE INDEX "AgentJobExecution_retry_idx" ON "AgentJobExecution" ("retryAt") WHERE status = 'pending' AND "retryAt" IS NOT NULL;
-- Pending attempts by run and batch: what is not released.
CREATE INDEX "AgentJobExecution_pending_idx" ON "AgentJobExecution" ("scheduleExecutionId", "batchIndex") WHERE status = 'pending';
-- Running attempts by agent; then those that no agent has accepted, by run. There are never more of these than workers can send.
CREATE INDEX "AgentJobExecution_running_idx" ON "AgentJobExecution" ("agentId", "acceptedAt", "scheduleExecutionId")
  WITH (deduplicate_items = off) WHERE status = 'running';
-- Running attempts without a worker.
CREATE INDEX "AgentJobExecution_unowned_idx" ON "AgentJobExecution" ("sentAt") WHERE status = 'running' AND "workerId" IS NULL AND "acceptedAt" IS NULL;
-- Deadlines of accepted attempts. Those of the others are few, and are read by the index of running attempts.
CREATE INDEX "AgentJobExecution_deadline_idx" ON "AgentJobExecution" ("deadlineAt") WHERE status = 'running' AND "acceptedAt" IS NOT NULL;
-- When the heartbeat timeout of an accepted attempt ends. At UTC, since only that is immutable.
CREATE INDEX "AgentJobExecution_silence_idx" ON "AgentJobExecution"
  (((coalesce("progressAt", "acceptedAt") AT TIME ZONE 'UTC') + "heartbeatTimeout" * interval '1 millisecond'))
  WHERE status = 'running' AND "acceptedAt" IS NOT NULL AND "heartbeatTimeout" IS NOT NULL;
-- First attempts that ended without a start: was a run delivered whole?
CREATE INDEX "AgentJobExecution_unstarted_idx" ON "AgentJobExecution" ("scheduleExecutionId")
  WHERE "retryCount" = 0 AND "acceptedAt" IS NULL AND status IN ('failed', 'dead_letter', 'cancelled') AND ("statusCode" IS NULL OR "statusCode" NOT BETWEEN 200 AND 299);
-- Attempts that ended, and whose consequences are still to be drawn.
CREATE INDEX "AgentJobExecution_unsettled_idx" ON "AgentJobExecution" ("scheduleExecutionId")
  WHERE "settledAt" IS NULL AND status IN ('completed', 'failed', 'cancelled', 'skipped', 'dead_letter');
-- Pipelines: the current row of each step of a context, and how long steps may wait for others.
CREATE INDEX "AgentJobExecution_context_idx" ON "AgentJobExecution" ("contextId", turn)
  WITH (fillfactor = 48, deduplicate_items = off) WHERE "contextId" IS NOT NULL;
CREATE INDEX "AgentJobExecution_dependencyDeadline_idx" ON "AgentJobExecution" ("dependencyDeadlineAt")
  WHERE status = 'pending' AND "releasedAt" IS NULL AND "dependencyDeadlineAt" IS NOT NULL;
-- What failed for good in an execution.
CREATE INDEX "AgentJobExecution_failed_idx" ON "AgentJobExecution" ("scheduleExecutionId", id) WHERE status IN ('failed', 'dead_letter') AND "isLatest";
-- Dead letters that nobody has replayed, by what their list is filtered by. Failures are alike when their messages begin alike
-- (src/db/jobs/error-key.ts); a whole message may be larger than an index takes.
CREATE INDEX "AgentJobExecution_deadLetter_idx" ON "AgentJobExecution" (id) WHERE status = 'dead_letter' AND "isLatest";
CREATE INDEX "AgentJobExecution_deadLetterOfAgent_idx" ON "AgentJobExecution" ("agentId", id) WHERE status = 'dead_letter' AND "isLatest";
CREATE INDEX "AgentJobExecution_deadLetterOfSchedule_idx" ON "AgentJobExecution" ("scheduleId", id) WHERE status = 'dead_letter' AND "isLatest";
CREATE INDEX "AgentJobExecution_deadLetterOfPipeline_idx" ON "AgentJobExecution" ("pipelineId", id) WHERE status = 'dead_letter' AND "isLatest";
CREATE INDEX "AgentJobExecution_deadLetterOfCode_idx" ON "AgentJobExecution" ((left(error ->> 'code', 100)), id) WHERE status = 'dead_letter' AND "isLatest";
CREATE INDEX "AgentJobExecution_deadLetterOfMessage_idx" ON "AgentJobExecution" ((left(error ->> 'message', 300)), id) WHERE status = 'dead_letter' AND "isLatest";

-- No condition reads these, so no plan depends on their statistics. Without them, analyzing the table takes half of the time.
ALTER TABLE "AgentJobExecution"
  ALTER COLUMN params SET STATISTICS 0, ALTER COLUMN result SET STATISTICS 0, ALTER COLUMN metrics SET STATISTICS 0,
  ALTER COLUMN dependencies SET STATISTICS 0, ALTER COLUMN "enqueuedAt" SET STATISTICS 0, ALTER COLUMN "startedAt" SET STATISTICS 0,
  ALTER COLUMN "attemptTimeout" SET STATISTICS 0, ALTER COLUMN "retryConfig" SET STATISTICS 0,
  ALTER COLUMN "retriesLeft" SET STATISTICS 0, ALTER COLUMN "durationMs" SET STATISTICS 0,
  ALTER COLUMN "responseBody" SET STATISTICS 0, ALTER COLUMN "responseTruncated" SET STATISTICS 0,
  ALTER COLUMN "resultInvalid" SET STATISTICS 0, ALTER COLUMN "traceId" SET STATISTICS 0, ALTER COLUMN redeliveries SET STATISTICS 0,
  ALTER COLUMN "updatedAt" SET STATISTICS 0, ALTER COLUMN "contextRetry" SET STATISTICS 0,
  ALTER COLUMN "dependencyTimeout" SET STATISTICS 0, ALTER COLUMN "agentVersion" SET STATISTICS 0,
  ALTER COLUMN "answersCounted" SET STATISTICS 0;
