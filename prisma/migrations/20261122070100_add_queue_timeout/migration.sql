-- How long a job may wait for its turn after its release, in milliseconds; null: as long as it takes.
ALTER TABLE "AgentRegistry" ADD COLUMN "maxQueueTime" INTEGER CHECK ("maxQueueTime" > 0);
ALTER TABLE "Schedule" ADD COLUMN "maxQueueTime" INTEGER CHECK ("maxQueueTime" > 0);
ALTER TABLE "AgentJobExecution" ADD COLUMN "maxQueueTime" INTEGER;

-- When a job has waited too long. At UTC, since only that is immutable. Jobs without a limit are not in it.
CREATE INDEX "AgentJobExecution_queueTime_idx" ON "AgentJobExecution"
  ((("releasedAt" AT TIME ZONE 'UTC') + "maxQueueTime" * interval '1 millisecond'))
  WHERE status = 'pending' AND "releasedAt" IS NOT NULL AND "maxQueueTime" IS NOT NULL;

-- Of which agents people were told that jobs are waiting.
INSERT INTO "Watch" (name) VALUES ('jobs');

-- For people with SQL: what jobs whose turn has come wait for, since when, and until when they may.
CREATE VIEW "WaitingJob" AS
  SELECT j.id, j."jobId", j."agentId", j."scheduleId", j."scheduleExecutionId",
    coalesce(j.reason, CASE
      WHEN NOT EXISTS (SELECT FROM "Worker" w WHERE w.state <> 'dead' AND w."leaseExpiresAt" > statement_timestamp()) THEN 'no_worker'
      WHEN c.state <> 'closed' THEN 'circuit_open'
      WHEN p."parkedAt" IS NOT NULL THEN 'rate_limited'
      WHEN a."maxConcurrency" <= (SELECT count(*) FROM "AgentJobExecution" r WHERE r."agentId" = a.id AND r.status = 'running') THEN 'max_concurrency'
    END) AS reason,
    j."releasedAt" AS since, j."releasedAt" + j."maxQueueTime" * interval '1 millisecond' AS until
  FROM "AgentJobExecution" j
  LEFT JOIN "AgentRegistry" a ON a.id = j."agentId"
  LEFT JOIN "AgentCircuit" c ON c."agentId" = j."agentId"
  LEFT JOIN "AgentPace" p ON p."agentId" = j."agentId"
  WHERE j.status = 'pending' AND j."releasedAt" <= statement_timestamp();
