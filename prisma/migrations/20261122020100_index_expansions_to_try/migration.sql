-- What is to be expanded is read in pages, in this order.
DROP INDEX "ScheduleExecution_unexpanded_idx";
CREATE INDEX "ScheduleExecution_unexpanded_idx" ON "ScheduleExecution" ("fireAt", id)
  WHERE "expandedAt" IS NULL AND "runStatus" = 'pending' AND "waitingSince" IS NULL;
-- Added here too, since migrations of this release may be applied in either order.
ALTER TABLE "ScheduleExecution" ADD COLUMN IF NOT EXISTS "nextTryAt" timestamptz(3);
-- Postponed expansions, by when they are tried again.
CREATE INDEX "ScheduleExecution_nextTry_idx" ON "ScheduleExecution" ("nextTryAt")
  WHERE "nextTryAt" IS NOT NULL AND "expandedAt" IS NULL AND "runStatus" = 'pending';
