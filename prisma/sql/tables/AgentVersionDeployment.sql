CREATE OR REPLACE TRIGGER notify_config AFTER INSERT OR UPDATE OR DELETE ON "AgentVersionDeployment" FOR EACH STATEMENT EXECUTE FUNCTION notify_config();

-- A deployed version is an event of its agent.
CREATE OR REPLACE FUNCTION emit_deployments() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = callboard, pg_temp AS $$
BEGIN
  INSERT INTO outbox (kind, "entityId", "previousStatus", status, "agentId")
  SELECT 'agent', a.id, CASE WHEN a.enabled THEN 'enabled' ELSE 'disabled' END, CASE WHEN a.enabled THEN 'enabled' ELSE 'disabled' END, a.id
  FROM "AgentRegistry" a WHERE a.id IN (SELECT "agentId" FROM new_rows);
  IF FOUND THEN
    PERFORM pg_notify('callboard_events', '');
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER emit_inserts AFTER INSERT ON "AgentVersionDeployment"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_deployments();
CREATE OR REPLACE TRIGGER emit_updates AFTER UPDATE ON "AgentVersionDeployment"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_deployments();

CREATE OR REPLACE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON "AgentVersionDeployment" FOR EACH ROW WHEN (current_writer() <> 'engine')
  EXECUTE FUNCTION audit_row('AgentVersionDeployment', 'agentId', '{}', 'environment');

GRANT SELECT ON "AgentVersionDeployment" TO callboard_agent;
ALTER TABLE "AgentVersionDeployment" ENABLE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS own_deployments ON "AgentVersionDeployment";
CREATE POLICY own_deployments ON "AgentVersionDeployment" FOR SELECT TO callboard_agent USING ("agentId" = ANY ((SELECT login_agent_ids())::text[]));
