-- What an agent may do by SQL. The group role holds the grants; a login made by create_agent_login is bound by
-- row-level security to its own agents. The control plane owns the tables and is not subject to these policies.
DO $$ BEGIN
  CREATE ROLE callboard_agent NOLOGIN;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- roles belong to the cluster, not to the database
END $$;

DO $$ BEGIN
  EXECUTE format('GRANT USAGE ON SCHEMA %I TO callboard_agent', current_schema());
END $$;
REVOKE ALL ON ALL TABLES IN SCHEMA callboard FROM PUBLIC;
REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA callboard FROM PUBLIC;
GRANT EXECUTE ON FUNCTION current_writer(), url_origin(text), max_attempt_duration() TO callboard_agent;

GRANT SELECT ON "AgentConfig", "AgentVersionDeployment", "AgentJobExecution" TO callboard_agent;
GRANT UPDATE (status, result, error, metrics, "startedAt", "completedAt", "updatedAt") ON "AgentJobExecution" TO callboard_agent;
GRANT SELECT (id, name, description, version, endpoint, "inputSchema", "outputSchema", "parameterTypes", enabled, "healthCheck", metadata, "createdAt", "updatedAt", "lastHeartbeat"),
      INSERT (id, name, description, version, endpoint, "inputSchema", "outputSchema", "parameterTypes", enabled, "healthCheck", metadata, "createdAt", "updatedAt", "lastHeartbeat"),
      UPDATE (name, description, version, endpoint, "inputSchema", "outputSchema", "parameterTypes", enabled, "healthCheck", metadata, "createdAt", "updatedAt", "lastHeartbeat")
  ON "AgentRegistry" TO callboard_agent;

CREATE FUNCTION login_agent_ids() RETURNS text[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = callboard, pg_temp AS $$
  SELECT coalesce((SELECT "agentIds" FROM "AgentLogin" WHERE "loginName" = session_user), '{}')
$$;
CREATE FUNCTION config_is_shared(config_key text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = callboard, pg_temp AS $$
  SELECT config_key NOT IN ('notifications', 'dataSources', 'engine') AND NOT EXISTS (SELECT FROM "AgentRegistry" WHERE id = config_key)
$$;
REVOKE EXECUTE ON FUNCTION login_agent_ids(), config_is_shared(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION login_agent_ids(), config_is_shared(text) TO callboard_agent;

ALTER TABLE "AgentJobExecution" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "AgentRegistry" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "AgentVersionDeployment" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "AgentConfig" ENABLE ROW LEVEL SECURITY;
-- The function is asked once per statement (the sub-select), not once per row.
CREATE POLICY own_jobs ON "AgentJobExecution" TO callboard_agent USING ("agentId" = ANY ((SELECT login_agent_ids())::text[]));
CREATE POLICY own_registration ON "AgentRegistry" TO callboard_agent USING (id = ANY ((SELECT login_agent_ids())::text[]));
CREATE POLICY own_deployments ON "AgentVersionDeployment" FOR SELECT TO callboard_agent USING ("agentId" = ANY ((SELECT login_agent_ids())::text[]));
CREATE POLICY own_config ON "AgentConfig" FOR SELECT TO callboard_agent USING (key = ANY ((SELECT login_agent_ids())::text[]) OR config_is_shared(key));

-- Makes (or renews) a login for agents; run by the owner of the control plane.
CREATE FUNCTION create_agent_login(name text, password text, agent_ids text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF length(coalesce(password, '')) < 12 THEN
    RAISE EXCEPTION 'the password of login % needs at least 12 characters', name;
  END IF;
  IF coalesce(cardinality(agent_ids), 0) = 0 THEN
    RAISE EXCEPTION 'login % needs at least one agent id', name;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = name) THEN
    IF NOT EXISTS (SELECT FROM callboard."AgentLogin" WHERE "loginName" = name) THEN
      RAISE EXCEPTION 'role % exists and was not made by create_agent_login', name;
    END IF;
    EXECUTE format('ALTER ROLE %I LOGIN PASSWORD %L', name, password);
  ELSE
    EXECUTE format('CREATE ROLE %I LOGIN PASSWORD %L NOSUPERUSER NOCREATEDB NOCREATEROLE INHERIT', name, password);
  END IF;
  EXECUTE format('GRANT callboard_agent TO %I', name);
  EXECUTE format('ALTER ROLE %I SET search_path = callboard, public', name);
  INSERT INTO callboard."AgentLogin" ("loginName", "agentIds") VALUES (name, agent_ids)
  ON CONFLICT ("loginName") DO UPDATE SET "agentIds" = EXCLUDED."agentIds";
END $$;
REVOKE EXECUTE ON FUNCTION create_agent_login(text, text, text[]) FROM PUBLIC;
