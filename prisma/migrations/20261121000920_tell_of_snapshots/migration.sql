-- News that the admin waits for: a snapshot of a worker's machine, about once a minute, is news about the worker (its heartbeats are
-- none), and the version that is deployed is news about its agent.
CREATE FUNCTION emit_snapshots() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = callboard, pg_temp AS $$
BEGIN
  INSERT INTO outbox (kind, "entityId", "previousStatus", status)
  SELECT 'worker', w.id, w.state, w.state FROM "Worker" w WHERE w.id IN (SELECT "workerId" FROM new_rows);
  IF FOUND THEN
    PERFORM pg_notify('callboard_events', '');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER emit_inserts AFTER INSERT ON "WorkerSnapshot"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_snapshots();

CREATE FUNCTION emit_deployments() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = callboard, pg_temp AS $$
BEGIN
  INSERT INTO outbox (kind, "entityId", "previousStatus", status, "agentId")
  SELECT 'agent', a.id, CASE WHEN a.enabled THEN 'enabled' ELSE 'disabled' END, CASE WHEN a.enabled THEN 'enabled' ELSE 'disabled' END, a.id
  FROM "AgentRegistry" a WHERE a.id IN (SELECT "agentId" FROM new_rows);
  IF FOUND THEN
    PERFORM pg_notify('callboard_events', '');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER emit_inserts AFTER INSERT ON "AgentVersionDeployment"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_deployments();
CREATE TRIGGER emit_updates AFTER UPDATE ON "AgentVersionDeployment"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_deployments();
REVOKE EXECUTE ON FUNCTION emit_snapshots(), emit_deployments() FROM PUBLIC;
