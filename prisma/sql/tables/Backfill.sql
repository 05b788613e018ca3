CREATE OR REPLACE TRIGGER touch_updated_at BEFORE UPDATE ON "Backfill" FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

-- The start and the end of a backfill are events of its schedule, and wake the engine.
CREATE OR REPLACE FUNCTION emit_backfill_changes() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = callboard, pg_temp SET enable_nestloop = off SET jit = off AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO outbox (kind, "entityId", "previousStatus", status, "agentId", "scheduleId", "pipelineId")
    SELECT 'schedule', s.id, CASE WHEN s.enabled THEN 'enabled' ELSE 'disabled' END, CASE WHEN s.enabled THEN 'enabled' ELSE 'disabled' END, s."agentId", s.id, s."pipelineId"
    FROM "Schedule" s WHERE s.id IN (SELECT "scheduleId" FROM new_rows);
  ELSE
    INSERT INTO outbox (kind, "entityId", "previousStatus", status, "agentId", "scheduleId", "pipelineId")
    SELECT 'schedule', s.id, CASE WHEN s.enabled THEN 'enabled' ELSE 'disabled' END, CASE WHEN s.enabled THEN 'enabled' ELSE 'disabled' END, s."agentId", s.id, s."pipelineId"
    FROM "Schedule" s WHERE s.id IN (SELECT n."scheduleId" FROM new_rows n JOIN old_rows o USING (id) WHERE n.status <> o.status);
  END IF;
  IF FOUND THEN
    PERFORM pg_notify('callboard_events', '');
  END IF;
  IF callboard.current_writer() <> 'engine' THEN
    PERFORM pg_notify('callboard_engine', 'backfill');
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER emit_inserts AFTER INSERT ON "Backfill"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_backfill_changes();
CREATE OR REPLACE TRIGGER emit_updates AFTER UPDATE ON "Backfill"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_backfill_changes();
CREATE OR REPLACE TRIGGER emit_record_inserts AFTER INSERT ON "Backfill"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_record_changes('backfill', 'id', 'cursorSlotAt');
CREATE OR REPLACE TRIGGER emit_record_updates AFTER UPDATE ON "Backfill"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_record_changes('backfill', 'id', 'cursorSlotAt');

CREATE OR REPLACE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON "Backfill" FOR EACH ROW WHEN (current_writer() <> 'engine')
  EXECUTE FUNCTION audit_row('Backfill', 'id', '{created,cursorSlotAt,completedAt,timing,snapshot}');
