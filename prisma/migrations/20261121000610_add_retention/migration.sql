-- What a history limit counts: the ended executions of one schedule by how they ended.
CREATE INDEX "ScheduleExecution_history_idx" ON "ScheduleExecution" ("scheduleId", "runStatus", id)
  WHERE "runStatus" IN ('succeeded', 'partial', 'failed', 'cancelled');
CREATE INDEX "Schedule_limited_idx" ON "Schedule" (id) WHERE "successfulHistoryLimit" IS NOT NULL OR "failedHistoryLimit" IS NOT NULL;
