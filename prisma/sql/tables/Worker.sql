-- A heartbeat alone emits no event. Engines are notified when a worker starts, stops or is asked to drain.
CREATE OR REPLACE FUNCTION emit_worker_changes() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = callboard, pg_temp SET enable_nestloop = off SET jit = off AS $$
DECLARE
  concerns_engines boolean := true;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO outbox (kind, "entityId", status) SELECT 'worker', id, state FROM new_rows;
  ELSE
    INSERT INTO outbox (kind, "entityId", "previousStatus", status)
    SELECT 'worker', n.id, o.state, n.state FROM new_rows n JOIN old_rows o USING (id)
    WHERE (n.state, n.draining, n."activeJobs", n.concurrency, n.capabilities, n.epoch)
      IS DISTINCT FROM (o.state, o.draining, o."activeJobs", o.concurrency, o.capabilities, o.epoch);
    IF NOT FOUND THEN
      RETURN NULL;
    END IF;
    concerns_engines := EXISTS (SELECT FROM new_rows n JOIN old_rows o USING (id)
      WHERE (n.state = 'dead', n.draining, n.capabilities, n.epoch) IS DISTINCT FROM (o.state = 'dead', o.draining, o.capabilities, o.epoch));
  END IF;
  PERFORM pg_notify('callboard_events', '');
  IF concerns_engines THEN
    PERFORM pg_notify('callboard_worker', '');
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER emit_inserts AFTER INSERT ON "Worker"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_worker_changes();
CREATE OR REPLACE TRIGGER emit_updates AFTER UPDATE ON "Worker"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_worker_changes();

-- A worker that stopped normally has a stoppedAt.
CREATE OR REPLACE TRIGGER signal_dead AFTER UPDATE OF state ON "Worker" FOR EACH ROW
  WHEN (NEW.state = 'dead' AND OLD.state <> 'dead' AND NEW."stoppedAt" IS NULL)
  EXECUTE FUNCTION signal_notification('worker_dead');

CREATE OR REPLACE TRIGGER audit AFTER UPDATE OF draining ON "Worker" FOR EACH ROW WHEN (current_writer() <> 'engine')
  EXECUTE FUNCTION audit_row('Worker', 'id', '{state,epoch,activeJobs,leaseExpiresAt,heartbeatAt,stoppedAt}');
