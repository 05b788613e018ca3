-- Pipelines: each combination of expanded values is a context (contextId) with one row for each step, created up front.
ALTER TABLE "AgentJobExecution"
  ADD COLUMN "contextRetry" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "dependencyTimeout" INTEGER,
  ADD COLUMN "dependencyDeadlineAt" TIMESTAMPTZ(3);

ALTER TABLE "AgentJobExecution"
  ADD CHECK (("pipelineStepId" IS NULL) = ("contextId" IS NULL)),
  ADD CHECK ("dependencyTimeout" > 0);

-- One current row for each step of a context: what is judged when something of it ends.
CREATE INDEX "AgentJobExecution_context_idx" ON "AgentJobExecution" ("contextId", turn) WHERE "contextId" IS NOT NULL;
-- Steps that nobody has put in line yet: what a batch begins with, and where nobody would look again.
CREATE INDEX "AgentJobExecution_waiting_idx" ON "AgentJobExecution" ("scheduleExecutionId", "batchIndex")
  WHERE status = 'pending' AND "releasedAt" IS NULL AND "contextId" IS NOT NULL;
CREATE INDEX "AgentJobExecution_dependencyDeadline_idx" ON "AgentJobExecution" ("dependencyDeadlineAt")
  WHERE status = 'pending' AND "releasedAt" IS NULL AND "dependencyDeadlineAt" IS NOT NULL;
CREATE INDEX "Schedule_pipelineId_idx" ON "Schedule" ("pipelineId");

-- A changed pipeline is news for whoever keeps agents and settings in memory, and for schedules whose target it is.
CREATE TRIGGER notify_config AFTER INSERT OR UPDATE OR DELETE ON "Pipeline" FOR EACH STATEMENT EXECUTE FUNCTION notify_config();

-- Rows of a context that begins anew are later rows: one event each.
CREATE OR REPLACE FUNCTION emit_attempt_inserts() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = callboard, pg_temp AS $$
BEGIN
  INSERT INTO outbox (kind, "entityId", status, supersedes, "jobId", "agentId", "scheduleId", "scheduleExecutionId", "pipelineId", "pipelineStepId", "contextId")
  SELECT 'job', id, status, supersedes, "jobId", "agentId", "scheduleId", "scheduleExecutionId", "pipelineId", "pipelineStepId", "contextId"
  FROM new_rows WHERE "retryCount" > 0 OR turn > 0 OR "contextRetry" > 0;
  INSERT INTO outbox (kind, "entityId", "previousStatus", status, "agentId", "scheduleId", "scheduleExecutionId", "pipelineId")
  SELECT 'execution', e.id, coalesce(e."runStatus", e.status), coalesce(e."runStatus", e.status), e."agentId", e."scheduleId", e.id, e."pipelineId"
  FROM "ScheduleExecution" e
  WHERE e.id IN (SELECT "scheduleExecutionId" FROM new_rows WHERE "retryCount" = 0 AND turn = 0 AND "contextRetry" = 0);
  PERFORM pg_notify('callboard_events', '');
  IF callboard.current_writer() <> 'engine' THEN
    PERFORM pg_notify('callboard_engine', '');
  END IF;
  RETURN NULL;
END $$;
