-- Lists are filtered by these. Without an index, a filter that few rows match, or none, reads the whole history.
CREATE INDEX "ScheduleExecution_ofAgent_idx" ON "ScheduleExecution" ("agentId", id) WHERE "agentId" IS NOT NULL;
CREATE INDEX "ScheduleExecution_ofPipelines_idx" ON "ScheduleExecution" (id) WHERE "targetType" = 'pipeline';
CREATE INDEX "ScheduleExecution_reason_idx" ON "ScheduleExecution" (reason, id) WHERE reason IS NOT NULL;
-- With room for the later versions of a row, like its other indexes.
CREATE INDEX "AgentJobExecution_ofPipeline_idx" ON "AgentJobExecution" ("pipelineId", id)
  WITH (fillfactor = 48, deduplicate_items = off) WHERE "pipelineId" IS NOT NULL;
CREATE INDEX "AgentJobExecution_ofStep_idx" ON "AgentJobExecution" ("pipelineStepId", id)
  WITH (fillfactor = 48, deduplicate_items = off) WHERE "pipelineStepId" IS NOT NULL;
-- Retention keeps the newest skipped slots of each schedule.
CREATE INDEX "ScheduleExecution_skipped_idx" ON "ScheduleExecution" ("scheduleId", id) WHERE status = 'skipped';
CREATE INDEX "AuditEntry_rareOrigin_idx" ON "AuditEntry" (origin, id) WHERE origin IN ('webhook', 'server', 'sql');
-- Whether an event has arrived.
CREATE INDEX "WebhookDelivery_eventId_idx" ON "WebhookDelivery" ("webhookId", "eventId", id) WHERE "eventId" IS NOT NULL;
