-- Entries cannot be changed. Only the engine deletes them, when they are too old.
CREATE OR REPLACE FUNCTION guard_audit() RETURNS trigger LANGUAGE plpgsql SET search_path = callboard, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'audit entries cannot be changed or deleted'
    USING ERRCODE = 'CB001', HINT = 'Workers delete entries that are older than scheduler.auditMaxAge.';
END $$;
CREATE OR REPLACE TRIGGER guard_update BEFORE UPDATE ON "AuditEntry" FOR EACH ROW EXECUTE FUNCTION guard_audit();
CREATE OR REPLACE TRIGGER guard_delete BEFORE DELETE ON "AuditEntry" FOR EACH ROW WHEN (current_writer() <> 'engine') EXECUTE FUNCTION guard_audit();

-- NOTIFY makes commits wait for each other's fsync. A server that creates many rows sets callboard.announce
-- to 'later', and announces all of them together a few milliseconds later (src/db/system/announce-events.ts).
-- If that fails, subscribers find the rows within a second, because they also poll. Entries of one statement share
-- a row of the outbox.
CREATE OR REPLACE FUNCTION emit_audit_entries() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = callboard, pg_temp AS $$
BEGIN
  INSERT INTO outbox (kind, "entityId", status, "entityIds")
  SELECT 'record', ids[place], 'audit', CASE WHEN cardinality(ids) > 1 THEN ids[place : place + 999] END
  FROM (SELECT array_agg(id) AS ids FROM new_rows) entries, generate_series(1, cardinality(ids), 1000) place;
  IF FOUND AND current_setting('callboard.announce', true) IS DISTINCT FROM 'later' THEN
    PERFORM pg_notify('callboard_events', '');
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER emit_record_inserts AFTER INSERT ON "AuditEntry" REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION emit_audit_entries();
