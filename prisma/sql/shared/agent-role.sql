-- Defines what agents can do with SQL. The group role callboard_agent has the grants. Row-level security
-- restricts each login created by create_agent_login to its own agents. Grants and policies are in the files
-- of their tables. The control plane owns the tables, so policies do not apply to it.
DO $$ BEGIN
  -- Roles belong to the cluster, not to the database.
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'callboard_agent') THEN
    CREATE ROLE callboard_agent NOLOGIN;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- another database of the cluster has just created it
END $$;

-- Revokes everything first, so that agents have exactly the rights that the files here grant.
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

-- The agents that the session's login may act for. Policies call this function in a sub-select, so that it runs
-- once per statement, not once per row.
CREATE OR REPLACE FUNCTION login_agent_ids() RETURNS text[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = callboard, pg_temp AS $$
  SELECT coalesce((SELECT "agentIds" FROM "AgentLogin" WHERE "loginName" = session_user), '{}')
$$;
GRANT EXECUTE ON FUNCTION login_agent_ids() TO callboard_agent;

-- Limits a login. Its sessions can override the timeouts, so workers also end sessions that harm others.
CREATE OR REPLACE FUNCTION bound_agent_login(name text, connection_limit integer) RETURNS void LANGUAGE plpgsql SET search_path = callboard, pg_temp AS $$
BEGIN
  EXECUTE format('ALTER ROLE %I CONNECTION LIMIT %s', name, connection_limit);
  EXECUTE format('ALTER ROLE %I SET search_path = callboard, public', name);
  EXECUTE format('ALTER ROLE %I SET statement_timeout = %L', name, '60s');
  EXECUTE format('ALTER ROLE %I SET idle_in_transaction_session_timeout = %L', name, '30s');
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('GRANT %I TO CURRENT_USER', name); -- only a superuser or a member of a role can end its sessions
  END IF;
END $$;

-- agent_sessions lists the sessions of agents' logins in this database, and end_agent_session ends one. Both
-- run with the rights of the owner, who is a member of these logins, because other roles cannot see what these
-- sessions do.
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

-- Creates a login for agents, or replaces its password, agents and limits. For the owner of the control plane.
CREATE OR REPLACE FUNCTION create_agent_login(name text, password text, agent_ids text[], connection_limit integer DEFAULT 10) RETURNS void
LANGUAGE plpgsql SET search_path = callboard, pg_temp AS $$
BEGIN
  IF NOT (SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = current_user) THEN
    RAISE EXCEPTION 'user % needs the attribute CREATEROLE to create logins', current_user
      USING ERRCODE = '42501', HINT = format('Ask a superuser to run: ALTER ROLE %I CREATEROLE;', current_user);
  END IF;
  IF current_setting('server_version_num')::integer >= 160000 AND NOT pg_has_role('callboard_agent', 'USAGE WITH ADMIN OPTION') THEN
    RAISE EXCEPTION 'user % needs the ADMIN OPTION on the role callboard_agent to grant it to logins', current_user
      USING ERRCODE = '42501', HINT = format('Ask a superuser to run: GRANT callboard_agent TO %I WITH ADMIN OPTION;', current_user);
  END IF;
  IF length(coalesce(password, '')) < 12 THEN
    RAISE EXCEPTION 'the password of login % must have at least 12 characters', name;
  END IF;
  IF coalesce(cardinality(agent_ids), 0) = 0 THEN
    RAISE EXCEPTION 'login % must have at least one agent id', name;
  END IF;
  IF coalesce(connection_limit, 0) < 1 THEN
    RAISE EXCEPTION 'the connection limit of login % must be at least 1', name;
  END IF;
  IF EXISTS (SELECT FROM pg_namespace n, aclexplode(n.nspacl) acl
    WHERE n.nspname IN ('public', 'callboard') AND acl.grantee = 0 AND acl.privilege_type = 'CREATE') THEN
    RAISE EXCEPTION 'every login of this database can create objects in the schema public, so an agent could make others run its code'
      USING HINT = 'Run: REVOKE CREATE ON SCHEMA public FROM PUBLIC;';
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = name) THEN
    IF NOT EXISTS (SELECT FROM "AgentLogin" WHERE "loginName" = name) THEN
      RAISE EXCEPTION 'role % already exists and was not created by create_agent_login', name USING HINT = 'Choose another name.';
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

-- Revokes all rights of a login, ends its sessions and returns their number. For the owner of the control
-- plane.
CREATE OR REPLACE FUNCTION revoke_agent_login(name text) RETURNS integer LANGUAGE plpgsql SET search_path = callboard, pg_temp AS $$
DECLARE
  ended integer;
BEGIN
  DELETE FROM "AgentLogin" WHERE "loginName" = name;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'login % does not exist or was not created by create_agent_login', name;
  END IF;
  EXECUTE format('ALTER ROLE %I NOLOGIN CONNECTION LIMIT 0 PASSWORD NULL', name);
  EXECUTE format('REVOKE callboard_agent FROM %I', name);
  SELECT count(*) FILTER (WHERE pg_terminate_backend(pid)) INTO ended FROM pg_stat_activity WHERE usename = name;
  BEGIN
    EXECUTE format('DROP ROLE %I', name);
  EXCEPTION WHEN dependent_objects_still_exist THEN
    RAISE NOTICE 'role % was not dropped because it owns objects or has other rights; it can no longer log in', name;
  END;
  RETURN ended;
END $$;
