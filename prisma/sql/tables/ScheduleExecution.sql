CREATE OR REPLACE TRIGGER touch_updated_at BEFORE UPDATE ON "ScheduleExecution" FOR EACH ROW
  WHEN ((NEW."updatedAt" > OLD."updatedAt" AND current_setting('callboard.writer', true) = 'engine') IS NOT TRUE)
  EXECUTE FUNCTION touch_updated_at();

-- The time limit of a run starts when the run may start: at its fireAt, or when it no longer waits for another
-- run. It starts again when the run is reopened.
CREATE OR REPLACE FUNCTION bound_run() RETURNS trigger LANGUAGE plpgsql SET search_path = callboard, pg_temp AS $$
BEGIN
  NEW."overdueAt" := CASE WHEN NEW."waitingSince" IS NULL AND jsonb_typeof(NEW.snapshot -> 'zombieThresholdMs') = 'number' THEN
    greatest(NEW."fireAt", clock_timestamp()) + (NEW.snapshot ->> 'zombieThresholdMs')::float8 * interval '1 millisecond' END;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER bound_new_run BEFORE INSERT ON "ScheduleExecution" FOR EACH ROW
  WHEN (NEW."runStatus" IN ('pending', 'running') AND jsonb_typeof(NEW.snapshot -> 'zombieThresholdMs') = 'number') EXECUTE FUNCTION bound_run();
CREATE OR REPLACE TRIGGER bound_started_run BEFORE UPDATE OF "waitingSince", "runStatus" ON "ScheduleExecution" FOR EACH ROW
  WHEN (NEW."runStatus" IN ('pending', 'running')
    AND (OLD."runStatus" NOT IN ('pending', 'running') OR OLD."waitingSince" IS NOT NULL AND NEW."waitingSince" IS NULL))
  EXECUTE FUNCTION bound_run();

-- A transaction that ends a run has locked the run's row. The consequences for its schedule need the
-- schedule's lock, which must be taken before the run's. So this trigger only marks a run whose end matters to
-- the schedule, and another transaction concludes it. The statement that counts answers marks runs itself
-- (src/db/runs/end/roll-up-sql.ts), and shows it by setting "updatedAt".
CREATE OR REPLACE FUNCTION mark_conclusion() RETURNS trigger LANGUAGE plpgsql SET search_path = callboard, pg_temp AS $$
BEGIN
  NEW."toConclude" := coalesce(NEW."runStatus" = 'failed'
    OR EXISTS (SELECT FROM "Schedule" s WHERE s.id = NEW."scheduleId"
      AND (s."concurrencyPolicy" = 'queue' OR (s."failureCount" > 0 AND NEW."runStatus" = 'succeeded')))
    OR EXISTS (SELECT FROM "ScheduleExecution" w WHERE w."scheduleId" = NEW."scheduleId" AND w."waitingSince" IS NOT NULL AND w."runStatus" = 'pending'), false);
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER mark_conclusion BEFORE UPDATE ON "ScheduleExecution" FOR EACH ROW
  WHEN (NEW."scheduleId" IS NOT NULL AND NEW.trigger <> 'backfill' AND OLD."completedAt" IS NULL AND NEW."completedAt" IS NOT NULL
    AND (NEW."updatedAt" > OLD."updatedAt" AND current_setting('callboard.writer', true) = 'engine') IS NOT TRUE)
  EXECUTE FUNCTION mark_conclusion();

-- Runs that a statement changes alike share a row of the outbox, like attempts (AgentJobExecution.sql). Those without a schedule are apart:
-- where the view finds no schedule for a run, it takes that of the row.
CREATE OR REPLACE FUNCTION emit_execution_changes() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = callboard, pg_temp
SET enable_nestloop = off SET jit = off SET enable_sort = off AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO outbox (kind, "entityId", status, "agentId", "scheduleId", "scheduleExecutionId", "pipelineId", "entityIds", "scheduleIds")
    SELECT 'execution', ids[place], now_is, "agentId", schedules[place], ids[place], "pipelineId",
      CASE WHEN cardinality(ids) > 1 THEN ids[place : place + 999] END, CASE WHEN cardinality(ids) > 1 THEN schedules[place : place + 999] END
    FROM (
      SELECT coalesce("runStatus", status) AS now_is, "agentId", "pipelineId", array_agg(id) AS ids, array_agg("scheduleId") AS schedules
      FROM new_rows GROUP BY 1, 2, 3, "scheduleId" IS NULL
    ) alike, generate_series(1, cardinality(ids), 1000) place;
  ELSE
    INSERT INTO outbox (kind, "entityId", "previousStatus", status, "agentId", "scheduleId", "scheduleExecutionId", "pipelineId", "entityIds", "scheduleIds")
    SELECT 'execution', ids[place], was, now_is, "agentId", schedules[place], ids[place], "pipelineId",
      CASE WHEN cardinality(ids) > 1 THEN ids[place : place + 999] END, CASE WHEN cardinality(ids) > 1 THEN schedules[place : place + 999] END
    FROM (
      SELECT coalesce(o."runStatus", o.status) AS was, coalesce(n."runStatus", n.status) AS now_is, n."agentId", n."pipelineId",
        array_agg(n.id) AS ids, array_agg(n."scheduleId") AS schedules
      FROM new_rows n JOIN old_rows o USING (id)
      WHERE (n.status, n."runStatus", n."jobsCreated", n."jobsEnqueued", n."jobsCompleted", n."jobsFailed", n."jobsSkipped", n."jobsCancelled", n."cancelRequestedAt")
        IS DISTINCT FROM (o.status, o."runStatus", o."jobsCreated", o."jobsEnqueued", o."jobsCompleted", o."jobsFailed", o."jobsSkipped", o."jobsCancelled", o."cancelRequestedAt")
      GROUP BY 1, 2, 3, 4, n."scheduleId" IS NULL
    ) alike, generate_series(1, cardinality(ids), 1000) place;
  END IF;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  PERFORM pg_notify('callboard_events', '');
  IF callboard.current_writer() <> 'engine' THEN
    IF TG_OP = 'INSERT' THEN
      PERFORM pg_notify('callboard_engine', 'execution:' || instant_of(min("fireAt"))) FROM new_rows
        WHERE "runStatus" = 'pending' AND "expandedAt" IS NULL HAVING count(*) > 0;
    ELSE
      PERFORM pg_notify('callboard_engine', 'execution');
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER emit_inserts AFTER INSERT ON "ScheduleExecution"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_execution_changes();
CREATE OR REPLACE TRIGGER emit_updates AFTER UPDATE ON "ScheduleExecution"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_execution_changes();

-- Notifies workers that a run with jobs has to stop, whoever asked for it. They drop the jobs of the run that they
-- have claimed and not sent yet.
CREATE OR REPLACE FUNCTION notify_stop() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = callboard, pg_temp AS $$
BEGIN
  PERFORM pg_notify('callboard_stop', NEW.id);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER notify_stop AFTER UPDATE OF "cancelRequestedAt" ON "ScheduleExecution" FOR EACH ROW
  WHEN (OLD."cancelRequestedAt" IS NULL AND NEW."cancelRequestedAt" IS NOT NULL AND NEW."runStatus" = 'running')
  EXECUTE FUNCTION notify_stop();

-- If an execution has a single job, the job's signal is enough.
CREATE OR REPLACE TRIGGER signal_failed AFTER UPDATE OF "runStatus" ON "ScheduleExecution" FOR EACH ROW
  WHEN (NEW."runStatus" = 'failed' AND OLD."runStatus" IS DISTINCT FROM 'failed' AND NEW."jobsCreated" <> 1)
  EXECUTE FUNCTION signal_notification('execution_failed');
