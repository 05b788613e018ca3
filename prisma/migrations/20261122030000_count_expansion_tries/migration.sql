-- Tries are counted before each begins, in a transaction of its own: one that takes its worker down still counts.
ALTER TABLE "ScheduleExecution" ADD COLUMN IF NOT EXISTS "expandTries" integer NOT NULL DEFAULT 0;
-- Not to be expanded before; set with each try and with each postponement.
ALTER TABLE "ScheduleExecution" ADD COLUMN IF NOT EXISTS "nextTryAt" timestamptz(3);
