-- Every index costs each claim a few microseconds. One index of pending attempts and one of running attempts answer the questions of five.
DROP INDEX "AgentJobExecution_running_idx", "AgentJobExecution_held_idx", "AgentJobExecution_deadline_idx",
  "AgentJobExecution_unanswered_idx", "AgentJobExecution_waiting_idx";
-- By run and batch: what is not released, and what is not answered.
CREATE INDEX "AgentJobExecution_pending_idx" ON "AgentJobExecution" ("scheduleExecutionId", "batchIndex") WHERE status = 'pending';
-- By agent; then attempts that no agent has accepted, by run. There are never more of these than workers can send.
CREATE INDEX "AgentJobExecution_running_idx" ON "AgentJobExecution" ("agentId", "acceptedAt", "scheduleExecutionId") WHERE status = 'running';
-- Deadlines of accepted attempts. Those of the others are few, and are read by the index of running attempts.
CREATE INDEX "AgentJobExecution_deadline_idx" ON "AgentJobExecution" ("deadlineAt") WHERE status = 'running' AND "acceptedAt" IS NOT NULL;
-- Each job is written three times, and each version has an entry in these indexes. With room left in their pages, the entries of the claim
-- fit in beside those of the insertion, and the pages are cleaned once instead of again and again. They become no larger by it.
ALTER INDEX "AgentJobExecution_pkey" SET (fillfactor = 60);
ALTER INDEX "AgentJobExecution_jobId_retryCount_key" SET (fillfactor = 60);
ALTER INDEX "AgentJobExecution_scheduleExecutionId_id_idx" SET (fillfactor = 60);
ALTER INDEX "AgentJobExecution_agentId_id_idx" SET (fillfactor = 60);
