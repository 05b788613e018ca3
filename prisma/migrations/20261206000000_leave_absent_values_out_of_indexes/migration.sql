-- Each run moves its schedule twice, and each version of the row has an entry in every index, also for a value that it does not have.
DROP INDEX "Schedule_key_key", "Schedule_agentId_idx", "Schedule_pipelineId_idx", "Schedule_templateId_idx";
CREATE UNIQUE INDEX "Schedule_key_key" ON "Schedule" (key) WHERE key IS NOT NULL;
CREATE INDEX "Schedule_ofAgent_idx" ON "Schedule" ("agentId") WHERE "agentId" IS NOT NULL;
CREATE INDEX "Schedule_ofPipeline_idx" ON "Schedule" ("pipelineId") WHERE "pipelineId" IS NOT NULL;
CREATE INDEX "Schedule_ofTemplate_idx" ON "Schedule" ("templateId") WHERE "templateId" IS NOT NULL;
