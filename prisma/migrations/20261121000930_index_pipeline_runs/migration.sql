-- The runs of one pipeline, the newest first.
CREATE INDEX "ScheduleExecution_pipelineId_id_idx" ON "ScheduleExecution" ("pipelineId", id) WHERE "pipelineId" IS NOT NULL;
