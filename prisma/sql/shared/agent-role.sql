-- What agents may do by SQL. The group role callboard_agent has the grants. Row-level security binds each
-- login that create_agent_login made to its own agents. Grants and policies are in the files of their tables.
-- The control plane owns the tables, so policies do not bind it.
DO $$ BEGIN
  -- Roles belong to the cluster, not to the database.
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'callboard_agent') THEN
    CREATE ROLE callboard_agent NOLOGIN;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- created by another database of the cluster just now
END $$;

-- Start without rights, so that agents have exactly the rights that the files here grant.
DO $$
DECLARE
  relation regclass;
BEGIN
  FOR relation IN
    SELECT oid FROM pg_class WHERE relnamespace = 'callboard'::regnamespace AND relkind IN ('r', 'v') AND pg_has_role(relowner, 'USAGE')
  LOOP
    EXECUTE format('REVOKE ALL ON %s FROM PUBLIC, callboard_agent', relation);
  END LOOP;
END $$;
REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA callboard FROM callboard_agent;
GRANT USAGE ON SCHEMA callboard TO callboard_agent;

-- The agents that the session's login may act for. Policies call it in a sub-select, so that it runs once per
-- statement, not per row.
CREATE OR REPLACE FUNCTION login_agent_ids() RETURNS text[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = callboard, pg_temp AS $$
  SELECT coalesce((SELECT "agentIds" FROM "AgentLogin" WHERE "loginName" = session_user), '{}')
$$;
GRANT EXECUTE ON FUNCTION login_agent_ids() TO callboard_agent;

-- Limits a login. Its own sessions may change the timeouts, so workers also end sessions that harm others.
CREATE OR REPLACE FUNCTION bound_agent_login(name text, connection_limit integer) RETURNS void LANGUAGE plpgsql SET search_path = callboard, pg_temp AS $$
BEGIN
  EXECUTE format('ALTER ROLE %I CONNECTION LIMIT %s', name, connection_limit);
  EXECUTE format('ALTER ROLE %I SET search_path = callboard, public', name);
  EXECUTE format('ALTER ROLE %I SET statement_timeout = %L', name, '60s');
  EXECUTE format('ALTER ROLE %I SET idle_in_transaction_session_timeout = %L', name, '30s');
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('GRANT %I TO CURRENT_USER', name); -- a user who is not a superuser may end sessions of roles it is a member of
  END IF;
END $$;

-- The sessions of agents' logins in this database, and a function that ends one. They run with the rights of
-- the owner, who is a member of these logins: others cannot see what these sessions do.
CREATE OR REPLACE FUNCTION agent_sessions() RETURNS TABLE (pid integer, login text, state text, state_change timestamptz, xact_start timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = callboard, pg_temp AS $$
  SELECT a.pid, a.usename::text, a.state, a.state_change, a.xact_start
  FROM pg_stat_activity a JOIN "AgentLogin" l ON l."loginName" = a.usename
  WHERE a.datname = current_database() AND a.pid <> pg_backend_pid()
$$;
CREATE OR REPLACE FUNCTION end_agent_session(session_pid integer) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = callboard, pg_temp AS $$
  SELECT coalesce(bool_or(pg_terminate_backend(pid)), false) FROM agent_sessions() WHERE pid = session_pid
$$;

-- Creates or renews a login for agents. Run by the owner of the control plane.
CREATE OR REPLACE FUNCTION create_agent_login(name text, password text, agent_ids text[], connection_limit integer DEFAULT 10) RETURNS void
LANGUAGE plpgsql SET search_path = callboard, pg_temp AS $$
BEGIN
  IF NOT (SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = current_user) THEN
    RAISE EXCEPTION 'user % may not create logins', current_user
      USING ERRCODE = '42501', HINT = format('A superuser can run: ALTER ROLE %I CREATEROLE;', current_user);
  END IF;
  IF current_setting('server_version_num')::integer >= 160000 AND NOT pg_has_role('callboard_agent', 'USAGE WITH ADMIN OPTION') THEN
    RAISE EXCEPTION 'user % may not give the role callboard_agent to logins', current_user
      USING ERRCODE = '42501', HINT = format('A superuser can run: GRANT callboard_agent TO %I WITH ADMIN OPTION;', current_user);
  END IF;
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

-- Revokes every right of a login and ends its sessions. Returns the number of sessions. Run by the owner of
-- the control plane.
CREATE OR REPLACE FUNCTION revoke_agent_login(name text) RETURNS integer LANGUAGE plpgsql SET search_path = callboard, pg_temp AS $$
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
