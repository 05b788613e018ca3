-- The scheme and authority of a URL. Only an ASCII authority has an origin, because lower() changes other
-- letters into ones that URL parsers read differently.
CREATE OR REPLACE FUNCTION url_origin(url text) RETURNS text LANGUAGE sql IMMUTABLE
  RETURN lower(substring(url FROM '^([Hh][Tt][Tt][Pp][Ss]?://[]A-Za-z0-9._~%:@[!$&''()*+,;=-]+)(?:[/?#]|$)') COLLATE "C");
GRANT EXECUTE ON FUNCTION url_origin(text) TO callboard_agent;

-- Validates a registration, whoever writes it. Errors have SQLSTATE CB002.
CREATE OR REPLACE FUNCTION guard_agent() RETURNS trigger LANGUAGE plpgsql SET search_path = callboard, pg_temp AS $$
DECLARE
  header text;
BEGIN
  -- These are keys of AgentConfig, which also has a key for each agent.
  IF NEW.id IN ('scheduler', 'engine', 'dataSources', 'notifications') THEN
    RAISE EXCEPTION 'agent id "%" is the name of a setting', NEW.id USING ERRCODE = 'CB002', HINT = 'Choose another id.';
  END IF;
  -- A row that already violates this rule stays writable, because agents send heartbeats with it.
  IF jsonb_typeof(NEW.endpoint) <> 'object' OR callboard.url_origin(NEW.endpoint ->> 'url') IS NULL
    AND (TG_OP = 'INSERT' OR NEW.endpoint ->> 'url' IS NULL OR NEW.endpoint ->> 'url' IS DISTINCT FROM OLD.endpoint ->> 'url') THEN
    RAISE EXCEPTION 'endpoint.url of agent % must begin with http:// or https:// and have an ASCII host name', NEW.id
      USING ERRCODE = 'CB002', HINT = 'Write an international host name in its ASCII form (xn--…).';
  END IF;
  IF callboard.url_origin(NEW.endpoint ->> 'url') LIKE '%@%' THEN
    RAISE EXCEPTION 'endpoint.url of agent % contains a credential', NEW.id
      USING ERRCODE = 'CB002', HINT = 'Set endpoint.authentication with the updateAgent mutation, which encrypts the credential.';
  END IF;
  -- Only known fields are accepted: an unknown one could be a credential.
  IF (CASE jsonb_typeof(NEW.endpoint -> 'authentication')
    WHEN 'object' THEN (NEW.endpoint -> 'authentication') - '{type,header,username}'::text[] <> '{}'
    WHEN 'null' THEN false
    ELSE NEW.endpoint ? 'authentication'
  END) THEN
    RAISE EXCEPTION 'endpoint.authentication of agent % has fields other than type, header and username', NEW.id
      USING ERRCODE = 'CB002', HINT = 'Set a credential with the updateAgent mutation, which encrypts it.';
  END IF;
  IF callboard.url_origin(NEW."healthCheck" ->> 'endpoint') LIKE '%@%' OR callboard.url_origin(NEW."cancelUrl") LIKE '%@%' THEN
    RAISE EXCEPTION 'healthCheck.endpoint or cancelUrl of agent % contains a credential', NEW.id
      USING ERRCODE = 'CB002', HINT = 'Remove the user name and password from the URL.';
  END IF;
  IF jsonb_typeof(NEW.endpoint -> 'headers') = 'object' THEN
    FOR header IN SELECT jsonb_object_keys(NEW.endpoint -> 'headers') LOOP
      -- In the collation "C", because lower('I') is not 'i' in Turkish.
      IF lower(header COLLATE "C") IN ('authorization', 'proxy-authorization', 'cookie') OR lower(header COLLATE "C") ~ '(api[-_]?key|token|secret|password)' THEN
        RAISE EXCEPTION 'endpoint.headers of agent % contains a header for a credential: %', NEW.id, header
          USING ERRCODE = 'CB002', HINT = 'Set endpoint.authentication with the updateAgent mutation, which encrypts the credential.';
      END IF;
    END LOOP;
  END IF;
  IF octet_length(to_jsonb(NEW)::text) > 4194304 THEN
    RAISE EXCEPTION 'the registration of agent % is larger than 4 MiB', NEW.id
      USING ERRCODE = 'CB002', HINT = 'Shorten its schemas or metadata.';
  END IF;
  IF to_jsonb(NEW) @? '$.**{202}' THEN
    RAISE EXCEPTION 'the registration of agent % is nested deeper than 200 levels', NEW.id
      USING ERRCODE = 'CB002', HINT = 'Simplify its schemas or metadata.';
  END IF;
  -- Only an admin can enable an agent that an admin has disabled.
  IF NEW.enabled AND callboard.agent_is_stopped(NEW.id) THEN
    NEW.enabled := false;
  END IF;
  NEW."updatedAt" := clock_timestamp();
  -- Clients cannot handle "infinity".
  NEW."createdAt" := greatest('2000-01-01', least(NEW."createdAt", clock_timestamp()));
  NEW."lastHeartbeat" := CASE WHEN NEW."lastHeartbeat" IS NOT NULL THEN greatest('2000-01-01', least(NEW."lastHeartbeat", clock_timestamp())) END;
  IF TG_OP = 'UPDATE' THEN
    -- A credential is only valid for the origin that it was stored for.
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
CREATE OR REPLACE TRIGGER guard_agent BEFORE INSERT OR UPDATE ON "AgentRegistry" FOR EACH ROW EXECUTE FUNCTION guard_agent();

-- An agent with a new URL starts with a closed circuit, and a deleted agent leaves no limits behind.
CREATE OR REPLACE FUNCTION forget_limits() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = callboard, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM "AgentCircuit" c USING new_rows n, old_rows o
    WHERE n.id = c."agentId" AND o.id = n.id AND (n.endpoint ->> 'url') IS DISTINCT FROM (o.endpoint ->> 'url');
    DELETE FROM "AgentPace" p USING new_rows n WHERE n.id = p."agentId" AND n."rateLimit" IS NULL;
  ELSE
    DELETE FROM "AgentCircuit" WHERE "agentId" IN (SELECT id FROM old_rows);
    DELETE FROM "AgentPace" WHERE "agentId" IN (SELECT id FROM old_rows);
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER forget_limits_of_moved AFTER UPDATE ON "AgentRegistry"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION forget_limits();
CREATE OR REPLACE TRIGGER forget_limits_of_deleted AFTER DELETE ON "AgentRegistry"
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION forget_limits();

-- Stores at most one heartbeat per second, and keeps the newest 100 (see LIMITS.heartbeat…).
CREATE OR REPLACE FUNCTION record_agent_heartbeat() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = callboard, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM (
      SELECT at FROM "AgentHeartbeat" WHERE "agentId" = NEW.id AND "attemptId" IS NULL ORDER BY id DESC LIMIT 1) last
    WHERE last.at > clock_timestamp() - interval '1 second') THEN
    RETURN NULL;
  END IF;
  INSERT INTO "AgentHeartbeat" ("agentId", status, at) VALUES (NEW.id, 'alive', NEW."lastHeartbeat");
  DELETE FROM "AgentHeartbeat" WHERE id IN (
    SELECT id FROM "AgentHeartbeat" WHERE "agentId" = NEW.id AND "attemptId" IS NULL ORDER BY id DESC OFFSET 100);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER record_heartbeat AFTER UPDATE OF "lastHeartbeat" ON "AgentRegistry" FOR EACH ROW
  WHEN (NEW."lastHeartbeat" IS NOT NULL AND NEW."lastHeartbeat" IS DISTINCT FROM OLD."lastHeartbeat")
  EXECUTE FUNCTION record_agent_heartbeat();

-- A heartbeat alone emits no event.
CREATE OR REPLACE FUNCTION emit_agent_changes() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = callboard, pg_temp SET enable_nestloop = off SET jit = off AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO outbox (kind, "entityId", status, "agentId")
    SELECT 'agent', id, CASE WHEN enabled THEN 'enabled' ELSE 'disabled' END, id FROM new_rows;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO outbox (kind, "entityId", "previousStatus", status, "agentId")
    SELECT 'agent', n.id, CASE WHEN o.enabled THEN 'enabled' ELSE 'disabled' END, CASE WHEN n.enabled THEN 'enabled' ELSE 'disabled' END, n.id
    FROM new_rows n JOIN old_rows o USING (id)
    WHERE to_jsonb(n) - '{updatedAt,lastHeartbeat,healthCheckedAt}'::text[] IS DISTINCT FROM to_jsonb(o) - '{updatedAt,lastHeartbeat,healthCheckedAt}'::text[];
  ELSE
    INSERT INTO outbox (kind, "entityId", "previousStatus", status, "agentId")
    SELECT 'agent', id, CASE WHEN enabled THEN 'enabled' ELSE 'disabled' END, 'deleted', id FROM old_rows;
  END IF;
  IF FOUND THEN
    PERFORM pg_notify('callboard_events', ''), pg_notify('callboard_config', '');
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER emit_inserts AFTER INSERT ON "AgentRegistry"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_agent_changes();
CREATE OR REPLACE TRIGGER emit_updates AFTER UPDATE ON "AgentRegistry"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_agent_changes();
CREATE OR REPLACE TRIGGER emit_deletes AFTER DELETE ON "AgentRegistry"
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_agent_changes();

-- A session that is subject to row-level security is an agent, whatever it sets.
CREATE OR REPLACE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON "AgentRegistry" FOR EACH ROW
  WHEN (current_writer() <> 'engine' OR is_bound('callboard."AgentRegistry"'::regclass::oid))
  EXECUTE FUNCTION audit_row('Agent', 'id', '{healthStatus,healthMessage,healthVersion,healthCheckedAt,lastHeartbeat}');

-- Agents read and write their own registration, except secrets and limits.
GRANT SELECT (id, name, description, version, endpoint, "inputSchema", "outputSchema", "parameterTypes", enabled, "healthCheck", metadata, "createdAt", "updatedAt", "lastHeartbeat"),
      INSERT (id, name, description, version, endpoint, "inputSchema", "outputSchema", "parameterTypes", enabled, "healthCheck", metadata, "createdAt", "updatedAt", "lastHeartbeat"),
      UPDATE (name, description, version, endpoint, "inputSchema", "outputSchema", "parameterTypes", enabled, "healthCheck", metadata, "createdAt", "updatedAt", "lastHeartbeat")
  ON "AgentRegistry" TO callboard_agent;
ALTER TABLE "AgentRegistry" ENABLE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS own_registration ON "AgentRegistry";
CREATE POLICY own_registration ON "AgentRegistry" TO callboard_agent USING (id = ANY ((SELECT login_agent_ids())::text[]));
