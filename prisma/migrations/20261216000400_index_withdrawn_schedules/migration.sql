-- Schedules that SQL has disabled while a slot was due. Workers record these slots and delete the plan.
CREATE INDEX "Schedule_withdrawn_idx" ON "Schedule" (id) WHERE NOT enabled AND "nextRunAt" IS NOT NULL;
