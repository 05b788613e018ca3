-- The governor's inputs: pause, hints, limits. The policies that decide what becomes of a slot.
ALTER TABLE "Schedule"
  ADD COLUMN "pausedUntil" TIMESTAMPTZ(3),
  ADD COLUMN "pauseNote" TEXT,
  ADD COLUMN "hintIntervalMs" BIGINT,
  ADD COLUMN "hintNextRunAt" TIMESTAMPTZ(3),
  ADD COLUMN "hintExpiresAt" TIMESTAMPTZ(3),
  ADD COLUMN "hintReason" TEXT,
  ADD COLUMN "hintBy" TEXT,
  ADD COLUMN "hintAt" TIMESTAMPTZ(3),
  ADD COLUMN "minInterval" BIGINT,
  ADD COLUMN "maxInterval" BIGINT,
  ADD COLUMN "failureBackoff" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "jitter" INTEGER,
  ADD COLUMN "misfirePolicy" TEXT NOT NULL DEFAULT 'latest',
  ADD COLUMN "startingDeadline" BIGINT,
  ADD COLUMN "concurrencyPolicy" TEXT NOT NULL DEFAULT 'allow',
  ADD COLUMN "successfulHistoryLimit" INTEGER,
  ADD COLUMN "failedHistoryLimit" INTEGER,
  ADD COLUMN "requirements" JSONB;

ALTER TABLE "Schedule"
  ADD CHECK ("hintIntervalMs" >= 1000),
  ADD CHECK ("hintExpiresAt" IS NOT NULL OR ("hintIntervalMs" IS NULL AND "hintNextRunAt" IS NULL)),
  ADD CHECK ("minInterval" > 0),
  ADD CHECK ("maxInterval" > 0),
  ADD CHECK ("minInterval" <= "maxInterval"),
  ADD CHECK (jitter > 0),
  ADD CHECK ("misfirePolicy" IN ('latest', 'all', 'skip')),
  ADD CHECK ("startingDeadline" > 0),
  ADD CHECK ("concurrencyPolicy" IN ('allow', 'forbid', 'replace', 'queue')),
  ADD CHECK ("successfulHistoryLimit" >= 0),
  ADD CHECK ("failedHistoryLimit" >= 0),
  ADD CHECK (jsonb_typeof(requirements) = 'object');

-- An execution that waits for an earlier one of its schedule is pending and not expanded meanwhile.
ALTER TABLE "ScheduleExecution"
  ADD COLUMN "waitingSince" TIMESTAMPTZ(3),
  ADD COLUMN "toConclude" BOOLEAN NOT NULL DEFAULT false;

DROP INDEX "ScheduleExecution_unexpanded_idx";
CREATE INDEX "ScheduleExecution_unexpanded_idx" ON "ScheduleExecution" ("fireAt")
  WHERE "expandedAt" IS NULL AND "runStatus" = 'pending' AND "waitingSince" IS NULL;
-- What a new slot may overlap with.
CREATE INDEX "ScheduleExecution_active_idx" ON "ScheduleExecution" ("scheduleId", id) WHERE "runStatus" IN ('pending', 'running');
CREATE INDEX "ScheduleExecution_waiting_idx" ON "ScheduleExecution" ("scheduleId", id) WHERE "waitingSince" IS NOT NULL AND "runStatus" = 'pending';
CREATE INDEX "ScheduleExecution_toConclude_idx" ON "ScheduleExecution" (id) WHERE "toConclude" AND "completedAt" IS NOT NULL;
-- Cancelled, with attempts that may still be open: a crash came between.
CREATE INDEX "ScheduleExecution_cancelling_idx" ON "ScheduleExecution" (id) WHERE "cancelRequestedAt" IS NOT NULL AND "runStatus" = 'running';

-- Whoever ends an execution holds its row; what its schedule makes of the end is decided under the schedule's lock, which comes
-- before it. So the end is marked here, where there is something to be made of it, and concluded in a transaction of its own.
CREATE FUNCTION mark_conclusion() RETURNS trigger LANGUAGE plpgsql SET search_path = callboard, pg_temp AS $$
BEGIN
  NEW."toConclude" := coalesce(NEW."runStatus" = 'failed'
    OR EXISTS (SELECT FROM "Schedule" s WHERE s.id = NEW."scheduleId"
      AND (s."concurrencyPolicy" = 'queue' OR (s."failureCount" > 0 AND NEW."runStatus" = 'succeeded')))
    OR EXISTS (SELECT FROM "ScheduleExecution" w WHERE w."scheduleId" = NEW."scheduleId" AND w."waitingSince" IS NOT NULL AND w."runStatus" = 'pending'), false);
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION mark_conclusion() FROM PUBLIC;
CREATE TRIGGER mark_conclusion BEFORE UPDATE ON "ScheduleExecution" FOR EACH ROW
  WHEN (NEW."scheduleId" IS NOT NULL AND NEW.trigger <> 'backfill' AND OLD."completedAt" IS NULL AND NEW."completedAt" IS NOT NULL)
  EXECUTE FUNCTION mark_conclusion();
