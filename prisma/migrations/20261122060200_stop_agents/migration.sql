-- Agents that an admin has disabled. A table of its own: an agent's login may write its registration, and hold that row for as long as it likes.
CREATE TABLE "AgentStop" (
    "agentId" TEXT NOT NULL,
    "stoppedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "stoppedBy" TEXT NOT NULL,

    CONSTRAINT "AgentStop_pkey" PRIMARY KEY ("agentId")
);
REVOKE ALL ON "AgentStop" FROM PUBLIC;
-- So far only admins could tell by this what an admin wanted.
INSERT INTO "AgentStop" ("agentId", "stoppedBy") SELECT id, 'migration' FROM "AgentRegistry" WHERE NOT enabled;

CREATE FUNCTION agent_is_stopped(agent_id text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = callboard, pg_temp AS $$
  SELECT EXISTS (SELECT FROM "AgentStop" WHERE "agentId" = agent_id)
$$;
REVOKE EXECUTE ON FUNCTION agent_is_stopped(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION agent_is_stopped(text) TO callboard_agent;

CREATE FUNCTION emit_agent_stops() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = callboard, pg_temp AS $$
BEGIN
  INSERT INTO outbox (kind, "entityId", "previousStatus", status, "agentId")
  SELECT 'agent', a.id, CASE WHEN a.enabled AND TG_OP = 'INSERT' THEN 'enabled' ELSE 'disabled' END,
    CASE WHEN a.enabled AND TG_OP = 'DELETE' THEN 'enabled' ELSE 'disabled' END, a.id
  FROM changed_rows c JOIN "AgentRegistry" a ON a.id = c."agentId";
  PERFORM pg_notify('callboard_events', ''), pg_notify('callboard_config', '');
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION emit_agent_stops() FROM PUBLIC;
CREATE TRIGGER emit_inserts AFTER INSERT ON "AgentStop"
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_agent_stops();
CREATE TRIGGER emit_deletes AFTER DELETE ON "AgentStop"
  REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_agent_stops();
CREATE TRIGGER audit AFTER INSERT OR DELETE ON "AgentStop" FOR EACH ROW WHEN (current_writer() <> 'engine')
  EXECUTE FUNCTION audit_row('Agent', 'agentId', '{}');

CREATE OR REPLACE FUNCTION guard_agent() RETURNS trigger LANGUAGE plpgsql SET search_path = callboard, pg_temp AS $$
DECLARE
  header text;
BEGIN
  -- AgentConfig has one key for each agent, beside these.
  IF NEW.id IN ('scheduler', 'engine', 'dataSources', 'notifications') THEN
    RAISE EXCEPTION '"%" is the name of a setting; an agent cannot have it as id', NEW.id USING ERRCODE = 'CB002';
  END IF;
  -- A row from before this rule stays writable: agents send heartbeats by it.
  IF jsonb_typeof(NEW.endpoint) <> 'object' OR callboard.url_origin(NEW.endpoint ->> 'url') IS NULL
    AND (TG_OP = 'INSERT' OR NEW.endpoint ->> 'url' IS NULL OR NEW.endpoint ->> 'url' IS DISTINCT FROM OLD.endpoint ->> 'url') THEN
    RAISE EXCEPTION 'endpoint of agent % needs a url that begins with http:// or https:// and a host name in ASCII', NEW.id
      USING ERRCODE = 'CB002', HINT = 'Write an international host name in its ASCII form (xn--…).';
  END IF;
  IF callboard.url_origin(NEW.endpoint ->> 'url') LIKE '%@%' THEN
    RAISE EXCEPTION 'endpoint.url of agent % carries a credential', NEW.id
      USING ERRCODE = 'CB002', HINT = 'Store it with the updateAgent mutation, endpoint.authentication: it is encrypted there.';
  END IF;
  -- Known fields only: whatever else stands there could be a credential.
  IF (CASE jsonb_typeof(NEW.endpoint -> 'authentication')
    WHEN 'object' THEN (NEW.endpoint -> 'authentication') - '{type,header,username}'::text[] <> '{}'
    WHEN 'null' THEN false
    ELSE NEW.endpoint ? 'authentication'
  END) THEN
    RAISE EXCEPTION 'endpoint.authentication of agent % holds more than type, header and username', NEW.id
      USING ERRCODE = 'CB002', HINT = 'Store the credential with the updateAgent mutation, endpoint.authentication: it is encrypted there.';
  END IF;
  IF callboard.url_origin(NEW."healthCheck" ->> 'endpoint') LIKE '%@%' OR callboard.url_origin(NEW."cancelUrl") LIKE '%@%' THEN
    RAISE EXCEPTION 'healthCheck.endpoint or cancelUrl of agent % carries a credential', NEW.id USING ERRCODE = 'CB002';
  END IF;
  IF jsonb_typeof(NEW.endpoint -> 'headers') = 'object' THEN
    FOR header IN SELECT jsonb_object_keys(NEW.endpoint -> 'headers') LOOP
      IF lower(header) IN ('authorization', 'proxy-authorization', 'cookie') OR lower(header) ~ '(api[-_]?key|token|secret|password)' THEN
        RAISE EXCEPTION 'endpoint.headers of agent % carries a credential: %', NEW.id, header
          USING ERRCODE = 'CB002', HINT = 'Store it with the updateAgent mutation, endpoint.authentication: it is encrypted there.';
      END IF;
    END LOOP;
  END IF;
  IF octet_length(to_jsonb(NEW)::text) > 4194304 THEN
    RAISE EXCEPTION 'the registration of agent % is larger than 4 MiB', NEW.id USING ERRCODE = 'CB002';
  END IF;
  IF to_jsonb(NEW) @? '$.**{202}' THEN
    RAISE EXCEPTION 'the registration of agent % is nested deeper than 200 levels', NEW.id USING ERRCODE = 'CB002';
  END IF;
  -- What an admin has stopped, only an admin starts again: neither its agent nor anybody else by SQL.
  IF NEW.enabled AND callboard.agent_is_stopped(NEW.id) THEN
    NEW.enabled := false;
  END IF;
  NEW."updatedAt" := clock_timestamp();
  -- "infinity" is an instant that no reader can take.
  NEW."createdAt" := greatest('2000-01-01', least(NEW."createdAt", clock_timestamp()));
  NEW."lastHeartbeat" := CASE WHEN NEW."lastHeartbeat" IS NOT NULL THEN greatest('2000-01-01', least(NEW."lastHeartbeat", clock_timestamp())) END;
  IF TG_OP = 'UPDATE' THEN
    -- A credential belongs to the place it was given for.
    IF callboard.url_origin(NEW.endpoint ->> 'url') IS DISTINCT FROM callboard.url_origin(OLD.endpoint ->> 'url') THEN
      IF NEW.credential IS NOT DISTINCT FROM OLD.credential THEN
        NEW.credential := NULL; NEW."credentialHint" := NULL;
      END IF;
      IF NEW."signingSecret" IS NOT DISTINCT FROM OLD."signingSecret" THEN
        NEW."signingSecret" := NULL; NEW."signingSecretHint" := NULL;
      END IF;
    END IF;
  END IF;
  RETURN NEW;
END $$;

-- How a login is bounded that agents have. Its own session may change the timeouts: workers end sessions that do harm.
CREATE FUNCTION bound_agent_login(name text, connection_limit integer) RETURNS void LANGUAGE plpgsql SET search_path = callboard, pg_temp AS $$
BEGIN
  EXECUTE format('ALTER ROLE %I CONNECTION LIMIT %s', name, connection_limit);
  EXECUTE format('ALTER ROLE %I SET search_path = callboard, public', name);
  EXECUTE format('ALTER ROLE %I SET statement_timeout = %L', name, '60s');
  EXECUTE format('ALTER ROLE %I SET idle_in_transaction_session_timeout = %L', name, '30s');
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('GRANT %I TO CURRENT_USER', name); -- who is no superuser may end the sessions of roles it is a member of
  END IF;
END $$;
REVOKE EXECUTE ON FUNCTION bound_agent_login(text, integer) FROM PUBLIC;

-- Makes (or renews) a login for agents; run by the owner of the control plane.
DROP FUNCTION create_agent_login(text, text, text[]);
CREATE FUNCTION create_agent_login(name text, password text, agent_ids text[], connection_limit integer DEFAULT 10) RETURNS void
LANGUAGE plpgsql SET search_path = callboard, pg_temp AS $$
BEGIN
  IF length(coalesce(password, '')) < 12 THEN
    RAISE EXCEPTION 'the password of login % needs at least 12 characters', name;
  END IF;
  IF coalesce(cardinality(agent_ids), 0) = 0 THEN
    RAISE EXCEPTION 'login % needs at least one agent id', name;
  END IF;
  IF coalesce(connection_limit, 0) < 1 THEN
    RAISE EXCEPTION 'the connection limit of login % must be at least 1', name;
  END IF;
  IF EXISTS (SELECT FROM pg_namespace n, aclexplode(n.nspacl) acl
    WHERE n.nspname IN ('public', 'callboard') AND acl.grantee = 0 AND acl.privilege_type = 'CREATE') THEN
    RAISE EXCEPTION 'every login of this database may create objects in the schema public: an agent could have its own code run by others'
      USING HINT = 'Run: REVOKE CREATE ON SCHEMA public FROM PUBLIC;';
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = name) THEN
    IF NOT EXISTS (SELECT FROM "AgentLogin" WHERE "loginName" = name) THEN
      RAISE EXCEPTION 'role % exists and was not made by create_agent_login', name;
    END IF;
    EXECUTE format('ALTER ROLE %I LOGIN PASSWORD %L', name, password);
  ELSE
    EXECUTE format('CREATE ROLE %I LOGIN PASSWORD %L NOSUPERUSER NOCREATEDB NOCREATEROLE INHERIT', name, password);
  END IF;
  EXECUTE format('GRANT callboard_agent TO %I', name);
  PERFORM bound_agent_login(name, connection_limit);
  INSERT INTO "AgentLogin" ("loginName", "agentIds") VALUES (name, agent_ids)
  ON CONFLICT ("loginName") DO UPDATE SET "agentIds" = EXCLUDED."agentIds";
END $$;
REVOKE EXECUTE ON FUNCTION create_agent_login(text, text, text[], integer) FROM PUBLIC;

-- Takes every right from a login and ends its sessions; run by the owner of the control plane. Returns how many sessions that were.
CREATE FUNCTION revoke_agent_login(name text) RETURNS integer LANGUAGE plpgsql SET search_path = callboard, pg_temp AS $$
DECLARE
  ended integer;
BEGIN
  DELETE FROM "AgentLogin" WHERE "loginName" = name;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no login % that create_agent_login made', name;
  END IF;
  EXECUTE format('ALTER ROLE %I NOLOGIN CONNECTION LIMIT 0 PASSWORD NULL', name);
  EXECUTE format('REVOKE callboard_agent FROM %I', name);
  SELECT count(*) FILTER (WHERE pg_terminate_backend(pid)) INTO ended FROM pg_stat_activity WHERE usename = name;
  BEGIN
    EXECUTE format('DROP ROLE %I', name);
  EXCEPTION WHEN dependent_objects_still_exist THEN
    RAISE NOTICE 'role % owns objects or holds other rights: it stays, and can no longer log in', name;
  END;
  RETURN ended;
END $$;
REVOKE EXECUTE ON FUNCTION revoke_agent_login(text) FROM PUBLIC;

-- Logins from before are bounded as well.
DO $$
DECLARE
  login text;
BEGIN
  FOR login IN SELECT "loginName" FROM "AgentLogin" JOIN pg_roles ON rolname = "loginName" LOOP
    BEGIN
      PERFORM bound_agent_login(login, 10);
    EXCEPTION WHEN insufficient_privilege THEN
      RAISE WARNING 'the login % keeps its limits: bound it as a superuser with callboard.bound_agent_login', login;
    END;
  END LOOP;
END $$;
