CREATE OR REPLACE TRIGGER touch_updated_at BEFORE UPDATE ON "AgentConfig" FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

CREATE OR REPLACE TRIGGER notify_config AFTER INSERT OR UPDATE OR DELETE ON "AgentConfig" FOR EACH STATEMENT EXECUTE FUNCTION notify_config();
CREATE OR REPLACE TRIGGER emit_record_inserts AFTER INSERT ON "AgentConfig"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_record_changes('setting', 'key');
CREATE OR REPLACE TRIGGER emit_record_updates AFTER UPDATE ON "AgentConfig"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_record_changes('setting', 'key');
CREATE OR REPLACE TRIGGER emit_record_deletes AFTER DELETE ON "AgentConfig"
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_record_changes('setting', 'key');

CREATE OR REPLACE TRIGGER audit AFTER UPDATE OR DELETE ON "AgentConfig" FOR EACH ROW WHEN (current_writer() <> 'engine')
  EXECUTE FUNCTION audit_row('AgentConfig', 'key', '{}');
-- An empty row is inserted only to be locked.
CREATE OR REPLACE TRIGGER audit_insert AFTER INSERT ON "AgentConfig" FOR EACH ROW WHEN (current_writer() <> 'engine' AND NEW.value <> '{}')
  EXECUTE FUNCTION audit_row('AgentConfig', 'key', '{}');

-- Agents read their own key, and keys that belong to neither another agent nor the control plane.
CREATE OR REPLACE FUNCTION config_is_shared(config_key text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = callboard, pg_temp AS $$
  SELECT config_key NOT IN ('notifications', 'dataSources', 'engine') AND NOT EXISTS (SELECT FROM "AgentRegistry" WHERE id = config_key)
$$;
GRANT EXECUTE ON FUNCTION config_is_shared(text) TO callboard_agent;
GRANT SELECT ON "AgentConfig" TO callboard_agent;
ALTER TABLE "AgentConfig" ENABLE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS own_config ON "AgentConfig";
CREATE POLICY own_config ON "AgentConfig" FOR SELECT TO callboard_agent
  USING (key = ANY ((SELECT login_agent_ids())::text[]) OR config_is_shared(key));
