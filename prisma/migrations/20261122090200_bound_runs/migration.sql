-- How long a run of a schedule may last as a whole, in milliseconds; null: as long as it takes.
ALTER TABLE "Schedule" ADD COLUMN "zombieThresholdMs" INTEGER CHECK ("zombieThresholdMs" > 0);
ALTER TABLE "ScheduleExecution" ADD COLUMN "overdueAt" TIMESTAMPTZ(3);

-- Runs without a limit are not in it.
CREATE INDEX "ScheduleExecution_overdueAt_idx" ON "ScheduleExecution" ("overdueAt")
  WHERE "overdueAt" IS NOT NULL AND "runStatus" IN ('pending', 'running') AND "cancelRequestedAt" IS NULL AND "waitingSince" IS NULL;

-- However a run comes to be, its time begins when it may: not before its fireAt, not while it waits for another run, and anew when it is opened again.
CREATE FUNCTION bound_run() RETURNS trigger LANGUAGE plpgsql SET search_path = callboard, pg_temp AS $$
BEGIN
  NEW."overdueAt" := CASE WHEN NEW."waitingSince" IS NULL AND jsonb_typeof(NEW.snapshot -> 'zombieThresholdMs') = 'number' THEN
    greatest(NEW."fireAt", clock_timestamp()) + (NEW.snapshot ->> 'zombieThresholdMs')::float8 * interval '1 millisecond' END;
  RETURN NEW;
END $$;
REVOKE EXECUTE ON FUNCTION bound_run() FROM PUBLIC;

CREATE TRIGGER bound_new_run BEFORE INSERT ON "ScheduleExecution" FOR EACH ROW
  WHEN (NEW."runStatus" = 'pending') EXECUTE FUNCTION bound_run();
CREATE TRIGGER bound_started_run BEFORE UPDATE OF "waitingSince", "runStatus" ON "ScheduleExecution" FOR EACH ROW
  WHEN (NEW."runStatus" IN ('pending', 'running')
    AND (OLD."runStatus" NOT IN ('pending', 'running') OR OLD."waitingSince" IS NOT NULL AND NEW."waitingSince" IS NULL))
  EXECUTE FUNCTION bound_run();
