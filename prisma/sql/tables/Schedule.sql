CREATE OR REPLACE TRIGGER fill_creator BEFORE INSERT ON "Schedule" FOR EACH ROW
  WHEN (NEW."createdBy" IS NULL) EXECUTE FUNCTION fill_creator();

-- Drivers write NULL, as SQL or as JSON, for params that were not given.
CREATE OR REPLACE FUNCTION fill_params() RETURNS trigger LANGUAGE plpgsql SET search_path = callboard, pg_temp AS $$
BEGIN
  NEW.params := '{}';
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER fill_params BEFORE INSERT OR UPDATE OF params ON "Schedule" FOR EACH ROW
  WHEN (NEW.params IS NULL OR NEW.params = 'null') EXECUTE FUNCTION fill_params();

CREATE OR REPLACE TRIGGER refuse_rounded_numbers BEFORE INSERT OR UPDATE OF params ON "Schedule" FOR EACH ROW
  WHEN (NEW.params::text ~ '\d{16}') EXECUTE FUNCTION refuse_rounded_numbers('params');

CREATE OR REPLACE TRIGGER touch_updated_at BEFORE UPDATE ON "Schedule" FOR EACH ROW
  WHEN ((NEW."updatedAt" > OLD."updatedAt" AND current_setting('callboard.writer', true) = 'engine') IS NOT TRUE)
  EXECUTE FUNCTION touch_updated_at();

-- A statement that enables or disables a schedule or changes its timing need not change its plan. This trigger
-- deletes the plan, and the change wakes the engine, which plans the next run of an enabled schedule at once. A
-- plan that is already due is kept: a worker claims that run and plans the one after it. If the schedule was
-- disabled, a worker records the slots that were due or paused, skips the runs that wait, and deletes the plan.
-- If it was enabled again before a worker has seen that, a claim records those slots.
CREATE OR REPLACE FUNCTION drop_outdated_plan() RETURNS trigger LANGUAGE plpgsql SET search_path = callboard, pg_temp AS $$
BEGIN
  IF OLD.enabled AND (NEW."nextRunAt" <= clock_timestamp() OR NOT NEW.enabled AND (NEW."nextRunSource" = 'paused' OR EXISTS (
    SELECT FROM "ScheduleExecution" WHERE "scheduleId" = NEW.id AND trigger = 'schedule' AND "runStatus" = 'pending' AND "expandedAt" IS NULL))) THEN
    RETURN NEW;
  END IF;
  IF NOT OLD.enabled AND (NEW."nextRunAt" <= clock_timestamp() OR NEW."nextRunSource" = 'paused') THEN
    IF NEW."nextRunSource" <> 'paused' THEN
      NEW."activatedAt" := clock_timestamp();
    END IF;
    RETURN NEW;
  END IF;
  NEW."nextRunAt" := NULL;
  NEW."nextRunSource" := NULL;
  NEW.decision := NULL;
  -- Slots before this instant do not run.
  NEW."activatedAt" := clock_timestamp();
  IF NEW.flag = 'invalid_timing' THEN
    NEW.flag := NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER drop_outdated_plan BEFORE UPDATE ON "Schedule" FOR EACH ROW
  WHEN (current_writer() NOT IN ('engine', 'server') AND NEW."nextRunAt" IS NOT DISTINCT FROM OLD."nextRunAt" AND (
    NEW.enabled <> OLD.enabled
    OR (NEW."repeat", NEW."cronExpression", NEW."interval", NEW.timezone, NEW."startAt", NEW."endAt", NEW."dstGap", NEW."dstRepeat", NEW.template, NEW."originAt")
      IS DISTINCT FROM (OLD."repeat", OLD."cronExpression", OLD."interval", OLD.timezone, OLD."startAt", OLD."endAt", OLD."dstGap", OLD."dstRepeat", OLD.template, OLD."originAt")))
  EXECUTE FUNCTION drop_outdated_plan();

-- A paused schedule is planned for the end of its pause. A statement that moves or removes this end need not
-- plan it again. A pause that is removed ends now: a worker then records the slots in it and plans the next
-- run, as at the end of any pause.
CREATE OR REPLACE FUNCTION move_pause_end() RETURNS trigger LANGUAGE plpgsql SET search_path = callboard, pg_temp AS $$
BEGIN
  NEW."pausedUntil" := greatest(NEW."pausedUntil", clock_timestamp());
  NEW."nextRunAt" := NEW."pausedUntil";
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER move_pause_end BEFORE UPDATE OF "pausedUntil" ON "Schedule" FOR EACH ROW
  WHEN (current_writer() NOT IN ('engine', 'server') AND NEW.enabled AND NEW."nextRunSource" = 'paused'
    AND NEW."pausedUntil" IS DISTINCT FROM OLD."pausedUntil" AND NEW."nextRunAt" IS NOT DISTINCT FROM OLD."nextRunAt")
  EXECUTE FUNCTION move_pause_end();

-- A schedule that runs a template takes the template's target. While the template is deleted, the
-- schedule keeps its last target but does not call it.
CREATE OR REPLACE FUNCTION take_template_target() RETURNS trigger LANGUAGE plpgsql SET search_path = callboard, pg_temp AS $$
DECLARE
  template_target record;
BEGIN
  SELECT "targetType", "agentId", "pipelineId" INTO template_target FROM "Schedule" WHERE id = NEW."templateId" AND template;
  IF FOUND THEN
    NEW."targetType" := template_target."targetType";
    NEW."agentId" := template_target."agentId";
    NEW."pipelineId" := template_target."pipelineId";
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER take_template_target BEFORE INSERT OR UPDATE OF "templateId", "targetType", "agentId", "pipelineId" ON "Schedule"
  FOR EACH ROW WHEN (NEW."templateId" IS NOT NULL) EXECUTE FUNCTION take_template_target();

CREATE OR REPLACE FUNCTION give_template_target() RETURNS trigger LANGUAGE plpgsql SET search_path = callboard, pg_temp AS $$
BEGIN
  UPDATE "Schedule" SET "targetType" = NEW."targetType" WHERE "templateId" = NEW.id;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER give_template_target AFTER UPDATE OF "targetType", "agentId", "pipelineId", template ON "Schedule" FOR EACH ROW
  WHEN (NEW.template AND ROW(NEW."targetType", NEW."agentId", NEW."pipelineId", NEW.template)
    IS DISTINCT FROM ROW(OLD."targetType", OLD."agentId", OLD."pipelineId", OLD.template))
  EXECUTE FUNCTION give_template_target();

-- AuditEntry.sql explains callboard.announce. Workers sleep until the earliest schedule is due, and also check
-- every few seconds. They need no notification of a schedule that is due in more than five minutes and after
-- another one. Waking all workers would cost more than the schedule itself.
-- Schedules that a statement updates alike share a row of the outbox, like attempts (AgentJobExecution.sql).
CREATE OR REPLACE FUNCTION emit_schedule_changes() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = callboard, pg_temp
SET enable_nestloop = off SET jit = off SET enable_sort = off AS $$
DECLARE
  due timestamptz;
  is_unplanned boolean;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO outbox (kind, "entityId", status, "agentId", "scheduleId", "pipelineId")
    SELECT 'schedule', id, CASE WHEN enabled THEN 'enabled' ELSE 'disabled' END, "agentId", id, "pipelineId" FROM new_rows;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO outbox (kind, "entityId", "previousStatus", status, "agentId", "scheduleId", "pipelineId", "entityIds")
    SELECT 'schedule', ids[place], was, now_is, "agentId", ids[place], "pipelineId", CASE WHEN cardinality(ids) > 1 THEN ids[place : place + 999] END
    FROM (
      SELECT CASE WHEN o.enabled THEN 'enabled' ELSE 'disabled' END AS was, CASE WHEN n.enabled THEN 'enabled' ELSE 'disabled' END AS now_is,
        n."agentId", n."pipelineId", array_agg(n.id) AS ids
      FROM new_rows n JOIN old_rows o USING (id) GROUP BY 1, 2, 3, 4
    ) alike, generate_series(1, cardinality(ids), 1000) place;
  ELSE
    INSERT INTO outbox (kind, "entityId", "previousStatus", status, "agentId", "scheduleId", "pipelineId")
    SELECT 'schedule', id, CASE WHEN enabled THEN 'enabled' ELSE 'disabled' END, 'deleted', "agentId", id, "pipelineId" FROM old_rows;
  END IF;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  IF current_setting('callboard.announce', true) IS DISTINCT FROM 'later' THEN
    PERFORM pg_notify('callboard_events', '');
  END IF;
  IF TG_OP <> 'DELETE' AND callboard.current_writer() <> 'engine' THEN
    SELECT min("nextRunAt") FILTER (WHERE enabled),
           bool_or(CASE WHEN enabled THEN "nextRunAt" IS NULL AND NOT template AND flag IS DISTINCT FROM 'invalid_timing' ELSE "nextRunAt" IS NOT NULL END)
      INTO due, is_unplanned FROM new_rows;
    IF due IS NOT NULL AND NOT (due > clock_timestamp() + interval '5 minutes' AND EXISTS (
      SELECT FROM "Schedule" WHERE enabled AND "nextRunAt" > statement_timestamp() AND "nextRunAt" < due)) THEN
      PERFORM pg_notify('callboard_engine', 'schedule:' || instant_of(due));
    END IF;
    IF is_unplanned THEN
      PERFORM pg_notify('callboard_engine', 'unplanned');
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER emit_inserts AFTER INSERT ON "Schedule"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_schedule_changes();
CREATE OR REPLACE TRIGGER emit_updates AFTER UPDATE ON "Schedule"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_schedule_changes();
CREATE OR REPLACE TRIGGER emit_deletes AFTER DELETE ON "Schedule"
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_schedule_changes();

CREATE OR REPLACE TRIGGER signal_flagged AFTER UPDATE OF flag ON "Schedule" FOR EACH ROW
  WHEN (NEW.enabled AND NEW.flag IS NOT NULL AND NEW.flag IS DISTINCT FROM OLD.flag)
  EXECUTE FUNCTION signal_notification('schedule_flagged');

CREATE OR REPLACE TRIGGER audit_inserts AFTER INSERT ON "Schedule" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  WHEN (current_writer() <> 'engine')
  EXECUTE FUNCTION audit_inserts('Schedule', 'id', '{nextRunAt,nextRunSource,decision,lastRunAt,runCount,failureCount,flag,activatedAt}');
CREATE OR REPLACE TRIGGER audit AFTER UPDATE OR DELETE ON "Schedule" FOR EACH ROW WHEN (current_writer() <> 'engine')
  EXECUTE FUNCTION audit_row('Schedule', 'id', '{nextRunAt,nextRunSource,decision,lastRunAt,runCount,failureCount,flag,activatedAt}');
