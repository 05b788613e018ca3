-- No function of ours looks names up where others may create objects. What runs for each row is parsed here and now, which holds for good and
-- still lets the planner inline it; the others name their search path.
CREATE OR REPLACE FUNCTION uuid_v7() RETURNS text LANGUAGE sql VOLATILE
  RETURN encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        PLACING substring(int8send(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
      52, 1), 53, 1), 'hex')::uuid::text;

CREATE OR REPLACE FUNCTION current_writer() RETURNS text LANGUAGE sql STABLE
  RETURN coalesce(current_setting('callboard.writer', true), '');

-- Only an authority in ASCII has an origin: lower() turns other letters into ones that URL parsers read differently.
CREATE OR REPLACE FUNCTION url_origin(url text) RETURNS text LANGUAGE sql IMMUTABLE
  RETURN lower(substring(url FROM '^([Hh][Tt][Tt][Pp][Ss]?://[]A-Za-z0-9._~%:@[!$&''()*+,;=-]+)(?:[/?#]|$)') COLLATE "C");

ALTER FUNCTION touch_updated_at() SET search_path = callboard, pg_temp;
ALTER FUNCTION notify_config() SET search_path = callboard, pg_temp;
ALTER FUNCTION seek_outbox(pg_snapshot, pg_snapshot, bigint, text, integer) SET search_path = callboard, pg_temp;
ALTER FUNCTION walk_outbox(pg_snapshot, pg_snapshot, bigint, text, integer) SET search_path = callboard, pg_temp;
ALTER FUNCTION create_agent_login(text, text, text[]) SET search_path = callboard, pg_temp;

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
