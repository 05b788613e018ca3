CREATE OR REPLACE FUNCTION agent_is_stopped(agent_id text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = callboard, pg_temp AS $$
  SELECT EXISTS (SELECT FROM "AgentStop" WHERE "agentId" = agent_id)
$$;
GRANT EXECUTE ON FUNCTION agent_is_stopped(text) TO callboard_agent;

-- Disabling or enabling an agent as an admin is an event of that agent.
CREATE OR REPLACE FUNCTION emit_agent_stops() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = callboard, pg_temp AS $$
BEGIN
  INSERT INTO outbox (kind, "entityId", "previousStatus", status, "agentId")
  SELECT 'agent', a.id, CASE WHEN a.enabled AND TG_OP = 'INSERT' THEN 'enabled' ELSE 'disabled' END,
    CASE WHEN a.enabled AND TG_OP = 'DELETE' THEN 'enabled' ELSE 'disabled' END, a.id
  FROM changed_rows c JOIN "AgentRegistry" a ON a.id = c."agentId";
  PERFORM pg_notify('callboard_events', ''), pg_notify('callboard_config', '');
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER emit_inserts AFTER INSERT ON "AgentStop"
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_agent_stops();
CREATE OR REPLACE TRIGGER emit_deletes AFTER DELETE ON "AgentStop"
  REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_agent_stops();

CREATE OR REPLACE TRIGGER audit AFTER INSERT OR DELETE ON "AgentStop" FOR EACH ROW WHEN (current_writer() <> 'engine')
  EXECUTE FUNCTION audit_row('Agent', 'agentId', '{}');
