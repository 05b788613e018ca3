-- A snapshot of a worker's machine is an event of the worker.
CREATE OR REPLACE FUNCTION emit_snapshots() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = callboard, pg_temp AS $$
BEGIN
  INSERT INTO outbox (kind, "entityId", "previousStatus", status)
  SELECT 'worker', w.id, w.state, w.state FROM "Worker" w WHERE w.id IN (SELECT "workerId" FROM new_rows);
  IF FOUND THEN
    PERFORM pg_notify('callboard_events', '');
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER emit_inserts AFTER INSERT ON "WorkerSnapshot"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_snapshots();
