
-- CreateTable
CREATE TABLE "AgentRegistry" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "version" TEXT NOT NULL DEFAULT '1.0.0',
    "endpoint" JSONB NOT NULL,
    "inputSchema" JSONB,
    "outputSchema" JSONB,
    "parameterTypes" JSONB,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "healthCheck" JSONB,
    "metadata" JSONB,
    "completion" TEXT,
    "attemptTimeout" INTEGER,
    "heartbeatTimeout" INTEGER,
    "maxConcurrency" INTEGER,
    "cancelUrl" TEXT,
    "credential" TEXT,
    "credentialHint" TEXT,
    "signingSecret" TEXT,
    "signingSecretHint" TEXT,
    "healthStatus" TEXT,
    "healthMessage" TEXT,
    "healthVersion" TEXT,
    "healthCheckedAt" TIMESTAMPTZ(3),
    "lastHeartbeat" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "createdBy" TEXT,

    CONSTRAINT "AgentRegistry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AgentVersionDeployment" (
    "id" TEXT NOT NULL,
    "agentId" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "deployedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deployedBy" TEXT NOT NULL,
    "previousVersions" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "AgentVersionDeployment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AgentConfig" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedBy" TEXT,

    CONSTRAINT "AgentConfig_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "Schedule" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "repeat" TEXT NOT NULL,
    "cronExpression" TEXT,
    "interval" BIGINT,
    "timezone" TEXT,
    "startAt" TIMESTAMPTZ(3),
    "endAt" TIMESTAMPTZ(3),
    "dstGap" TEXT NOT NULL DEFAULT 'next_valid',
    "dstRepeat" TEXT NOT NULL DEFAULT 'first',
    "afterOnce" TEXT NOT NULL DEFAULT 'disable',
    "maxRuns" INTEGER,
    "template" BOOLEAN NOT NULL DEFAULT false,
    "targetType" TEXT NOT NULL,
    "agentId" TEXT,
    "pipelineId" TEXT,
    "params" JSONB NOT NULL DEFAULT '{}',
    "retryConfig" JSONB,
    "timeout" INTEGER,
    "priority" INTEGER NOT NULL DEFAULT 0,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "originAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "activatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "nextRunAt" TIMESTAMPTZ(3),
    "nextRunSource" TEXT,
    "decision" JSONB,
    "lastRunAt" TIMESTAMPTZ(3),
    "runCount" INTEGER NOT NULL DEFAULT 0,
    "failureCount" INTEGER NOT NULL DEFAULT 0,
    "flag" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "createdBy" TEXT NOT NULL,

    CONSTRAINT "Schedule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Pipeline" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "steps" JSONB NOT NULL,
    "retryConfig" JSONB,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "createdBy" TEXT NOT NULL,

    CONSTRAINT "Pipeline_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ScheduleExecution" (
    "id" TEXT NOT NULL,
    "scheduleId" TEXT,
    "targetType" TEXT NOT NULL,
    "agentId" TEXT,
    "pipelineId" TEXT,
    "trigger" TEXT NOT NULL,
    "source" TEXT,
    "reason" TEXT,
    "slotAt" TIMESTAMPTZ(3),
    "lastSlotAt" TIMESTAMPTZ(3),
    "missedCount" INTEGER NOT NULL DEFAULT 0,
    "fireAt" TIMESTAMPTZ(3) NOT NULL,
    "executionTime" TIMESTAMPTZ(3) NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "runStatus" TEXT DEFAULT 'pending',
    "jobsCreated" INTEGER NOT NULL DEFAULT 0,
    "jobsEnqueued" INTEGER NOT NULL DEFAULT 0,
    "jobsCompleted" INTEGER NOT NULL DEFAULT 0,
    "jobsFailed" INTEGER NOT NULL DEFAULT 0,
    "jobsSkipped" INTEGER NOT NULL DEFAULT 0,
    "jobsCancelled" INTEGER NOT NULL DEFAULT 0,
    "errors" JSONB NOT NULL DEFAULT '[]',
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "decision" JSONB,
    "snapshot" JSONB NOT NULL,
    "batches" INTEGER NOT NULL DEFAULT 0,
    "batchCursor" INTEGER NOT NULL DEFAULT -1,
    "staggerDelay" INTEGER NOT NULL DEFAULT 0,
    "nextBatchAt" TIMESTAMPTZ(3),
    "expandedAt" TIMESTAMPTZ(3),
    "completedAt" TIMESTAMPTZ(3),
    "cancelRequestedAt" TIMESTAMPTZ(3),
    "traceId" TEXT NOT NULL,
    "createdBy" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ScheduleExecution_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AgentJobExecution" (
    "id" TEXT NOT NULL,
    "jobId" TEXT NOT NULL,
    "retryCount" INTEGER NOT NULL DEFAULT 0,
    "isLatest" BOOLEAN NOT NULL DEFAULT true,
    "supersedes" TEXT,
    "agentId" TEXT NOT NULL,
    "agentVersion" TEXT,
    "scheduleId" TEXT,
    "scheduleExecutionId" TEXT NOT NULL,
    "pipelineId" TEXT,
    "pipelineStepId" TEXT,
    "contextId" TEXT,
    "turn" INTEGER NOT NULL DEFAULT 0,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "priority" INTEGER NOT NULL DEFAULT 0,
    "params" JSONB NOT NULL,
    "result" JSONB,
    "error" JSONB,
    "metrics" JSONB,
    "dependencies" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "batchIndex" INTEGER NOT NULL DEFAULT 0,
    "enqueuedAt" TIMESTAMPTZ(3),
    "releasedAt" TIMESTAMPTZ(3),
    "retryAt" TIMESTAMPTZ(3),
    "sentAt" TIMESTAMPTZ(3),
    "startedAt" TIMESTAMPTZ(3),
    "acceptedAt" TIMESTAMPTZ(3),
    "progressAt" TIMESTAMPTZ(3),
    "deadlineAt" TIMESTAMPTZ(3),
    "completedAt" TIMESTAMPTZ(3),
    "settledAt" TIMESTAMPTZ(3),
    "attemptTimeout" INTEGER NOT NULL,
    "heartbeatTimeout" INTEGER,
    "retryConfig" JSONB NOT NULL,
    "retriesLeft" INTEGER NOT NULL,
    "reason" TEXT,
    "statusCode" INTEGER,
    "durationMs" INTEGER,
    "responseBody" TEXT,
    "responseTruncated" BOOLEAN NOT NULL DEFAULT false,
    "resultInvalid" BOOLEAN NOT NULL DEFAULT false,
    "traceId" TEXT NOT NULL,
    "workerId" TEXT,
    "leaseEpoch" INTEGER,
    "redeliveries" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AgentJobExecution_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Worker" (
    "id" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "pid" INTEGER NOT NULL,
    "version" TEXT NOT NULL,
    "concurrency" INTEGER NOT NULL,
    "capabilities" JSONB NOT NULL DEFAULT '{}',
    "state" TEXT NOT NULL DEFAULT 'alive',
    "epoch" INTEGER NOT NULL DEFAULT 1,
    "activeJobs" INTEGER NOT NULL DEFAULT 0,
    "leaseExpiresAt" TIMESTAMPTZ(3) NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "heartbeatAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "stoppedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Worker_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ApiToken" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "hint" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "createdBy" TEXT,
    "lastUsedAt" TIMESTAMPTZ(3),
    "expiresAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "ApiToken_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AgentLogin" (
    "loginName" TEXT NOT NULL,
    "agentIds" TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AgentLogin_pkey" PRIMARY KEY ("loginName")
);

-- CreateIndex
CREATE UNIQUE INDEX "AgentVersionDeployment_agentId_environment_key" ON "AgentVersionDeployment"("agentId", "environment");

-- CreateIndex
CREATE INDEX "Schedule_agentId_idx" ON "Schedule"("agentId");

-- CreateIndex
CREATE INDEX "ScheduleExecution_scheduleId_id_idx" ON "ScheduleExecution"("scheduleId", "id");

-- CreateIndex
CREATE INDEX "ScheduleExecution_status_id_idx" ON "ScheduleExecution"("status", "id");

-- CreateIndex
CREATE INDEX "ScheduleExecution_runStatus_id_idx" ON "ScheduleExecution"("runStatus", "id");

-- CreateIndex
CREATE INDEX "AgentJobExecution_scheduleExecutionId_id_idx" ON "AgentJobExecution"("scheduleExecutionId", "id");

-- CreateIndex
CREATE INDEX "AgentJobExecution_agentId_id_idx" ON "AgentJobExecution"("agentId", "id");

-- CreateIndex
CREATE INDEX "AgentJobExecution_scheduleId_id_idx" ON "AgentJobExecution"("scheduleId", "id");

-- CreateIndex
CREATE INDEX "AgentJobExecution_status_id_idx" ON "AgentJobExecution"("status", "id");

-- CreateIndex
CREATE UNIQUE INDEX "AgentJobExecution_jobId_retryCount_key" ON "AgentJobExecution"("jobId", "retryCount");

-- CreateIndex
CREATE UNIQUE INDEX "ApiToken_tokenHash_key" ON "ApiToken"("tokenHash");


-- Time-ordered ids, on every PostgreSQL from 14 on (uuidv7() exists from 18): 48 bits of milliseconds, version, variant, random.
CREATE FUNCTION uuid_v7() RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        PLACING substring(int8send(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
      52, 1), 53, 1), 'hex')::uuid::text
$$;

-- Values are text with CHECKs, not enums: typed text parameters of any driver must fit (JDBC, psycopg).
ALTER TABLE "AgentRegistry"
  ADD CHECK (id ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$'),
  ADD CHECK (completion IN ('auto', 'report')),
  ADD CHECK ("maxConcurrency" > 0),
  ADD CHECK ("attemptTimeout" > 0),
  ADD CHECK ("heartbeatTimeout" > 0),
  ADD CHECK ("healthStatus" IN ('healthy', 'degraded', 'unhealthy'));

ALTER TABLE "AgentVersionDeployment"
  ADD CHECK (environment IN ('production', 'staging', 'development'));

ALTER TABLE "Schedule"
  ADD CHECK ("repeat" IN ('once', 'repeating')),
  ADD CHECK ("targetType" IN ('agent', 'pipeline')),
  ADD CHECK ("dstGap" IN ('next_valid', 'skip')),
  ADD CHECK ("dstRepeat" IN ('first', 'last', 'both')),
  ADD CHECK ("afterOnce" IN ('disable', 'delete')),
  ADD CHECK ("interval" >= 1000),
  ADD CHECK ("startAt" < "endAt"),
  ADD CHECK ("maxRuns" > 0),
  ADD CHECK (timeout > 0);

ALTER TABLE "ScheduleExecution"
  ADD CHECK (trigger IN ('schedule', 'manual', 'webhook', 'backfill')),
  ADD CHECK (status IN ('pending', 'success', 'partial', 'failed', 'skipped')),
  ADD CHECK ("runStatus" IN ('pending', 'running', 'succeeded', 'partial', 'failed', 'cancelled')),
  ADD CHECK ((status = 'skipped') = ("runStatus" IS NULL)),
  ADD CHECK (trigger <> 'schedule' OR "slotAt" IS NOT NULL);

ALTER TABLE "AgentJobExecution"
  ADD CHECK (status IN ('pending', 'running', 'completed', 'failed', 'cancelled', 'skipped', 'dead_letter')),
  -- 256 KiB of JSON; jsonb's own text adds spaces, at most half as much again
  ADD CHECK (octet_length(result::text) <= 393216),
  ADD CHECK (octet_length("responseBody") <= 262144),
  ADD CHECK ("retriesLeft" >= 0);

ALTER TABLE "Worker"
  ADD CHECK (state IN ('alive', 'idle', 'busy', 'dead'));

ALTER TABLE "ApiToken"
  ADD CHECK (role IN ('viewer', 'operator', 'admin'));

-- One execution per slot, whoever claims: what makes a slot run exactly once.
CREATE UNIQUE INDEX "ScheduleExecution_slot_key" ON "ScheduleExecution" ("scheduleId", "slotAt") WHERE trigger = 'schedule';

-- Each loop of the engine asks one question; each question has its index.
CREATE INDEX "Schedule_due_idx" ON "Schedule" ("nextRunAt") WHERE enabled AND "nextRunAt" IS NOT NULL;
CREATE INDEX "Schedule_unplanned_idx" ON "Schedule" (id) WHERE enabled AND "nextRunAt" IS NULL AND NOT template;
CREATE INDEX "ScheduleExecution_unexpanded_idx" ON "ScheduleExecution" ("fireAt") WHERE "expandedAt" IS NULL AND "runStatus" = 'pending';
CREATE INDEX "ScheduleExecution_nextBatch_idx" ON "ScheduleExecution" ("nextBatchAt") WHERE "nextBatchAt" IS NOT NULL;
CREATE INDEX "ScheduleExecution_running_idx" ON "ScheduleExecution" (id) WHERE "runStatus" = 'running';
CREATE INDEX "AgentJobExecution_ready_idx" ON "AgentJobExecution" (priority DESC, "releasedAt", id) WHERE status = 'pending' AND "releasedAt" IS NOT NULL;
CREATE INDEX "AgentJobExecution_readyOfAgent_idx" ON "AgentJobExecution" ("agentId", priority DESC, "releasedAt", id) WHERE status = 'pending' AND "releasedAt" IS NOT NULL;
CREATE INDEX "AgentJobExecution_unowned_idx" ON "AgentJobExecution" ("sentAt") WHERE status = 'running' AND "workerId" IS NULL AND "acceptedAt" IS NULL;
CREATE INDEX "AgentJobExecution_retry_idx" ON "AgentJobExecution" ("retryAt") WHERE status = 'pending' AND "retryAt" IS NOT NULL;
CREATE INDEX "AgentJobExecution_running_idx" ON "AgentJobExecution" ("agentId", "workerId") WHERE status = 'running';
CREATE INDEX "AgentJobExecution_deadline_idx" ON "AgentJobExecution" ("deadlineAt") WHERE status = 'running';
CREATE INDEX "AgentJobExecution_unanswered_idx" ON "AgentJobExecution" ("scheduleExecutionId", "batchIndex")
  WHERE "retryCount" = 0 AND "acceptedAt" IS NULL AND status IN ('pending', 'running');
CREATE INDEX "AgentJobExecution_unsettled_idx" ON "AgentJobExecution" ("scheduleExecutionId")
  WHERE "settledAt" IS NULL AND status IN ('completed', 'failed', 'cancelled', 'skipped', 'dead_letter');
