-- Opening, closing or resetting a circuit is an event of its agent, and all workers are notified.
CREATE OR REPLACE FUNCTION emit_circuit_changes() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = callboard, pg_temp SET enable_nestloop = off SET jit = off AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO outbox (kind, "entityId", "previousStatus", status, "agentId")
    SELECT 'agent', a.id, CASE WHEN a.enabled THEN 'enabled' ELSE 'disabled' END, CASE WHEN a.enabled THEN 'enabled' ELSE 'disabled' END, a.id
    FROM new_rows n JOIN "AgentRegistry" a ON a.id = n."agentId" WHERE n.state <> 'closed';
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO outbox (kind, "entityId", "previousStatus", status, "agentId")
    SELECT 'agent', a.id, CASE WHEN a.enabled THEN 'enabled' ELSE 'disabled' END, CASE WHEN a.enabled THEN 'enabled' ELSE 'disabled' END, a.id
    FROM new_rows n JOIN old_rows o USING ("agentId") JOIN "AgentRegistry" a ON a.id = n."agentId" WHERE n.state <> o.state;
  ELSE
    INSERT INTO outbox (kind, "entityId", "previousStatus", status, "agentId")
    SELECT 'agent', a.id, CASE WHEN a.enabled THEN 'enabled' ELSE 'disabled' END, CASE WHEN a.enabled THEN 'enabled' ELSE 'disabled' END, a.id
    FROM old_rows o JOIN "AgentRegistry" a ON a.id = o."agentId" WHERE o.state <> 'closed';
  END IF;
  IF FOUND THEN
    PERFORM pg_notify('callboard_events', ''), pg_notify('callboard_config', '');
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER emit_inserts AFTER INSERT ON "AgentCircuit"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_circuit_changes();
CREATE OR REPLACE TRIGGER emit_updates AFTER UPDATE ON "AgentCircuit"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_circuit_changes();
CREATE OR REPLACE TRIGGER emit_deletes AFTER DELETE ON "AgentCircuit"
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_circuit_changes();

-- Signals a circuit that has opened. While it stays open, including failed probes, there is no further
-- signal.
CREATE OR REPLACE FUNCTION signal_circuit() RETURNS trigger LANGUAGE plpgsql SET search_path = callboard, pg_temp AS $$
BEGIN
  INSERT INTO "NotificationSignal" (kind, "subjectId", at) VALUES ('circuit_open', NEW."agentId", clock_timestamp());
  PERFORM pg_notify('callboard_notify', '');
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER signal_opened AFTER INSERT ON "AgentCircuit" FOR EACH ROW WHEN (NEW.state = 'open') EXECUTE FUNCTION signal_circuit();
CREATE OR REPLACE TRIGGER signal_reopened AFTER UPDATE OF state ON "AgentCircuit" FOR EACH ROW
  WHEN (NEW.state = 'open' AND OLD.state = 'closed') EXECUTE FUNCTION signal_circuit();
