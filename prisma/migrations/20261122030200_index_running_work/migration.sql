-- What workers hold and no agent has accepted: asked every ten seconds, however many accepted attempts run besides.
CREATE INDEX "AgentJobExecution_held_idx" ON "AgentJobExecution" ("workerId", "leaseEpoch")
  WHERE status = 'running' AND "acceptedAt" IS NULL;
-- First attempts that ended without a start: whether a run was delivered whole, without counting its jobs.
CREATE INDEX "AgentJobExecution_unstarted_idx" ON "AgentJobExecution" ("scheduleExecutionId")
  WHERE "retryCount" = 0 AND "acceptedAt" IS NULL AND status IN ('failed', 'dead_letter', 'cancelled') AND ("statusCode" IS NULL OR "statusCode" NOT BETWEEN 200 AND 299);

-- Whether a run has jobs that have not come to their end. The plan is fixed here: the planner expects one soon in any order of the
-- table, and so reads the table from its beginning, for each run.
CREATE FUNCTION has_open_jobs(execution text) RETURNS boolean LANGUAGE sql STABLE
SET search_path = callboard, pg_temp SET enable_seqscan = off SET enable_bitmapscan = off AS $$
  SELECT EXISTS (SELECT FROM "AgentJobExecution" j WHERE j."scheduleExecutionId" = execution AND j."isLatest" AND j."settledAt" IS NULL)
$$;
