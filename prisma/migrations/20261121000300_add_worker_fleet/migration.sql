-- The fleet of workers: what each can do, what work asks of them, how their machines fare, and who leaves on purpose.

-- What calls of this agent ask of a worker: {"region": "eu", "gpu": true}.
ALTER TABLE "AgentRegistry" ADD COLUMN requirements JSONB;
ALTER TABLE "AgentRegistry" ADD CHECK (jsonb_typeof(requirements) = 'object');

-- Requirements of agent, schedule and step together, as canonical JSON text; '' asks for nothing. As text it is the leading
-- column of the indexes that workers claim by: what a worker cannot serve, it does not even read.
ALTER TABLE "AgentJobExecution" ADD COLUMN requirements TEXT NOT NULL DEFAULT '';

DROP INDEX "AgentJobExecution_ready_idx";
DROP INDEX "AgentJobExecution_readyOfAgent_idx";
CREATE INDEX "AgentJobExecution_ready_idx" ON "AgentJobExecution" (requirements, priority DESC, "releasedAt", id)
  WHERE status = 'pending' AND "releasedAt" IS NOT NULL;
CREATE INDEX "AgentJobExecution_readyOfAgent_idx" ON "AgentJobExecution" ("agentId", requirements, priority DESC, "releasedAt", id)
  WHERE status = 'pending' AND "releasedAt" IS NOT NULL;
-- What waits for a worker that can serve it: told so, and not told yet.
CREATE INDEX "AgentJobExecution_unmatched_idx" ON "AgentJobExecution" (requirements) WHERE status = 'pending' AND reason = 'no_matching_worker';
CREATE INDEX "AgentJobExecution_requiring_idx" ON "AgentJobExecution" (requirements)
  WHERE status = 'pending' AND "releasedAt" IS NOT NULL AND requirements <> '' AND reason IS NULL;
-- When an agent that promised to be heard of has been silent for too long. At UTC, since only that is immutable.
CREATE INDEX "AgentJobExecution_silence_idx" ON "AgentJobExecution"
  (((coalesce("progressAt", "acceptedAt") AT TIME ZONE 'UTC') + "heartbeatTimeout" * interval '1 millisecond'))
  WHERE status = 'running' AND "acceptedAt" IS NOT NULL AND "heartbeatTimeout" IS NOT NULL;

-- A worker that drains claims nothing more and finishes what it has.
ALTER TABLE "Worker" ADD COLUMN draining BOOLEAN NOT NULL DEFAULT false;

CREATE TABLE "WorkerSnapshot" (
    "id" TEXT NOT NULL,
    "workerId" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "cpuPercent" DOUBLE PRECISION NOT NULL,
    "loadAverage" DOUBLE PRECISION NOT NULL,
    "memoryMb" DOUBLE PRECISION NOT NULL,
    "rssMb" DOUBLE PRECISION NOT NULL,
    "eventLoopLagP50Ms" DOUBLE PRECISION NOT NULL,
    "eventLoopLagP99Ms" DOUBLE PRECISION NOT NULL,
    "activeJobs" INTEGER NOT NULL,

    CONSTRAINT "WorkerSnapshot_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "WorkerSnapshot_workerId_id_idx" ON "WorkerSnapshot"("workerId", "id");
CREATE INDEX "WorkerSnapshot_at_idx" ON "WorkerSnapshot"("at");

-- Workers are watched like everything else. A heartbeat alone is no news. Engines are told (callboard_worker) of what concerns
-- them: who came, who left, who is to drain.
ALTER TABLE outbox DROP CONSTRAINT outbox_kind_check;
ALTER TABLE outbox ADD CONSTRAINT outbox_kind_check CHECK (kind IN ('job', 'execution', 'schedule', 'agent', 'worker'));

CREATE FUNCTION emit_worker_changes() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = callboard, pg_temp SET enable_nestloop = off AS $$
DECLARE
  concerns_engines boolean := true;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO outbox (kind, "entityId", status) SELECT 'worker', id, state FROM new_rows;
  ELSE
    INSERT INTO outbox (kind, "entityId", "previousStatus", status)
    SELECT 'worker', n.id, o.state, n.state FROM new_rows n JOIN old_rows o USING (id)
    WHERE (n.state, n.draining, n."activeJobs", n.concurrency, n.capabilities, n.epoch)
      IS DISTINCT FROM (o.state, o.draining, o."activeJobs", o.concurrency, o.capabilities, o.epoch);
    IF NOT FOUND THEN
      RETURN NULL;
    END IF;
    concerns_engines := EXISTS (SELECT FROM new_rows n JOIN old_rows o USING (id)
      WHERE (n.state = 'dead', n.draining, n.capabilities, n.epoch) IS DISTINCT FROM (o.state = 'dead', o.draining, o.capabilities, o.epoch));
  END IF;
  PERFORM pg_notify('callboard_events', '');
  IF concerns_engines THEN
    PERFORM pg_notify('callboard_worker', '');
  END IF;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION emit_worker_changes() FROM PUBLIC;
CREATE TRIGGER emit_inserts AFTER INSERT ON "Worker"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_worker_changes();
CREATE TRIGGER emit_updates AFTER UPDATE ON "Worker"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_worker_changes();

-- Also when a waiting job says why it waits, or no longer does.
CREATE OR REPLACE FUNCTION emit_attempt_updates() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = callboard, pg_temp SET enable_nestloop = off AS $$
BEGIN
  INSERT INTO outbox (kind, "entityId", "previousStatus", status, "jobId", "agentId", "scheduleId", "scheduleExecutionId", "pipelineId", "pipelineStepId", "contextId")
  SELECT 'job', n.id, o.status, n.status, n."jobId", n."agentId", n."scheduleId", n."scheduleExecutionId", n."pipelineId", n."pipelineStepId", n."contextId"
  FROM new_rows n JOIN old_rows o USING (id)
  WHERE n.status <> o.status OR (n."acceptedAt" IS NOT NULL) <> (o."acceptedAt" IS NOT NULL) OR n."progressAt" IS DISTINCT FROM o."progressAt"
    OR n.reason IS DISTINCT FROM o.reason;
  IF FOUND THEN
    PERFORM pg_notify('callboard_events', '');
    IF callboard.current_writer() <> 'engine' THEN
      PERFORM pg_notify('callboard_engine', '');
    END IF;
  END IF;
  RETURN NULL;
END $$;
