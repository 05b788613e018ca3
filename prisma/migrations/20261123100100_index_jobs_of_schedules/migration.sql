-- Jobs started by hand or by a webhook are of no schedule: an entry for each version of their rows served nobody.
DROP INDEX "AgentJobExecution_scheduleId_id_idx";
CREATE INDEX "AgentJobExecution_ofSchedule_idx" ON "AgentJobExecution" ("scheduleId", "id") WHERE "scheduleId" IS NOT NULL;
