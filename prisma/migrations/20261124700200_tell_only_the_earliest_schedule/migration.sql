-- NOTIFY makes commits wait for each other's fsync. A server that creates one thing after the other says "later", and tells of all of
-- them together some milliseconds after (src/db/announce-events.ts). Whoever says so and does not costs subscribers a second: then
-- they look by themselves.
CREATE OR REPLACE FUNCTION emit_audit_entries() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = callboard, pg_temp AS $$
BEGIN
  INSERT INTO outbox (kind, "entityId", status) SELECT 'record', id, 'audit' FROM new_rows;
  IF FOUND AND current_setting('callboard.announce', true) IS DISTINCT FROM 'later' THEN
    PERFORM pg_notify('callboard_events', '');
  END IF;
  RETURN NULL;
END $$;

-- Workers sleep until the earliest schedule is due, and look anew then, and every few seconds all the same. A schedule that is due
-- in more than five minutes, and after another one, they find out about in time: to wake all of them costs more than the schedule.
CREATE OR REPLACE FUNCTION emit_schedule_changes() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = callboard, pg_temp
SET enable_nestloop = off AS $$
DECLARE
  due timestamptz;
  is_unplanned boolean;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO outbox (kind, "entityId", status, "agentId", "scheduleId", "pipelineId")
    SELECT 'schedule', id, CASE WHEN enabled THEN 'enabled' ELSE 'disabled' END, "agentId", id, "pipelineId" FROM new_rows;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO outbox (kind, "entityId", "previousStatus", status, "agentId", "scheduleId", "pipelineId")
    SELECT 'schedule', n.id, CASE WHEN o.enabled THEN 'enabled' ELSE 'disabled' END, CASE WHEN n.enabled THEN 'enabled' ELSE 'disabled' END, n."agentId", n.id, n."pipelineId"
    FROM new_rows n JOIN old_rows o USING (id);
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
    SELECT min("nextRunAt"), bool_or("nextRunAt" IS NULL AND NOT template AND flag IS DISTINCT FROM 'invalid_timing')
      INTO due, is_unplanned FROM new_rows WHERE enabled;
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
