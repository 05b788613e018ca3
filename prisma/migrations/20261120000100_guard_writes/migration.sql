-- The guards. Whoever writes (the engine, the server, an agent by SQL), the same rules hold:
-- legal moves only, an ended attempt never changes, updatedAt tells the truth, no credential in the clear.
--
-- Our own pools set callboard.writer to 'engine' or 'server'; any other session is a reporter: an agent, or a person with psql.
-- Whoever row-level security binds is a reporter whatever it sets. What a login may touch is decided by grants and those policies.
-- Guards run with the rights of whoever writes, so they name their search path: a function of the writer's own shall not judge it.

CREATE FUNCTION current_writer() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce(current_setting('callboard.writer', true), '')
$$;

CREATE FUNCTION touch_updated_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."updatedAt" := clock_timestamp();
  RETURN NEW;
END $$;

CREATE TRIGGER touch_updated_at BEFORE UPDATE ON "AgentConfig" FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
CREATE TRIGGER touch_updated_at BEFORE UPDATE ON "Schedule" FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
CREATE TRIGGER touch_updated_at BEFORE UPDATE ON "Pipeline" FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
CREATE TRIGGER touch_updated_at BEFORE UPDATE ON "ScheduleExecution" FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

-- How long an attempt may go on from its first send, progress or not: AgentConfig, key scheduler, milliseconds.
CREATE FUNCTION max_attempt_duration() RETURNS interval LANGUAGE sql STABLE SECURITY DEFINER SET search_path = callboard, pg_temp AS $$
  SELECT least(2147483647, coalesce((
    SELECT CASE WHEN jsonb_typeof(value #> '{scheduler,maxAttemptDuration}') = 'number' THEN (value #>> '{scheduler,maxAttemptDuration}')::numeric END
    FROM "AgentConfig" WHERE key = 'scheduler'), 86400000))::float8 * interval '1 millisecond'
$$;

-- Moves of an attempt: docs/states.md, src/domain/job/states.ts. Errors carry SQLSTATE CB001 (illegal move), CB002 (malformed report).
CREATE FUNCTION guard_attempt() RETURNS trigger LANGUAGE plpgsql SET search_path = callboard, pg_temp AS $$
DECLARE
  reporter boolean := callboard.current_writer() NOT IN ('engine', 'server') OR row_security_active(TG_RELID);
  ended constant text[] := ARRAY['completed', 'failed', 'cancelled', 'skipped', 'dead_letter'];
BEGIN
  IF OLD.status = ANY (ended) THEN
    IF NEW.status = OLD.status OR (OLD.status = 'dead_letter' AND NEW.status = 'failed') THEN
      IF reporter THEN
        RETURN OLD; -- the same report again changes nothing
      END IF;
      NEW.status := OLD.status; NEW.result := OLD.result; NEW.error := OLD.error; NEW.metrics := OLD.metrics;
      NEW."startedAt" := OLD."startedAt"; NEW."completedAt" := OLD."completedAt"; NEW."durationMs" := OLD."durationMs";
      NEW."updatedAt" := clock_timestamp();
      RETURN NEW;
    END IF;
    RAISE EXCEPTION 'attempt % has already ended as %; it cannot become %', OLD.id, OLD.status, NEW.status
      USING ERRCODE = 'CB001', HINT = 'An attempt that ended never changes. A retry is a row of its own, with its own id.';
  END IF;

  IF reporter AND OLD.status = 'pending' THEN
    RAISE EXCEPTION 'attempt % has not been sent to an agent yet; there is nothing to report', OLD.id USING ERRCODE = 'CB001';
  END IF;
  IF NEW.status <> OLD.status AND NOT (
    (OLD.status = 'pending' AND NEW.status IN ('running', 'skipped', 'cancelled', 'failed'))
    OR (OLD.status = 'running' AND NEW.status IN ('completed', 'failed', 'dead_letter'))
    OR (OLD.status = 'running' AND NEW.status = 'cancelled' AND NOT reporter)
  ) THEN
    RAISE EXCEPTION 'attempt % is %; it cannot become %', OLD.id, OLD.status, NEW.status
      USING ERRCODE = 'CB001', HINT = 'An agent reports running, completed or failed.';
  END IF;

  NEW."updatedAt" := clock_timestamp();
  IF NEW.result IS DISTINCT FROM OLD.result AND octet_length(NEW.result::text) > 393216 THEN
    RAISE EXCEPTION 'the result of attempt % is larger than 256 KiB', OLD.id
      USING ERRCODE = 'CB002', HINT = 'Store it where it belongs and report a reference.';
  END IF;

  IF reporter THEN
    -- 64 KiB each, as in a callback: workers load them, of many attempts at once.
    IF (NEW.error IS DISTINCT FROM OLD.error AND octet_length(NEW.error::text) > 98304)
      OR (NEW.metrics IS DISTINCT FROM OLD.metrics AND octet_length(NEW.metrics::text) > 98304) THEN
      RAISE EXCEPTION 'error or metrics of attempt % is larger than 64 KiB', OLD.id
        USING ERRCODE = 'CB002', HINT = 'Store it where it belongs and report a reference.';
    END IF;
    IF (NEW.result IS DISTINCT FROM OLD.result AND NEW.result @? '$.**{201}') OR NEW.error @? '$.**{201}' OR NEW.metrics @? '$.**{201}' THEN
      RAISE EXCEPTION 'result, error or metrics of attempt % is nested deeper than 200 levels', OLD.id USING ERRCODE = 'CB002';
    END IF;
    NEW."acceptedAt" := coalesce(OLD."acceptedAt", clock_timestamp());
    -- Between the send and now: "infinity" is an instant that no reader can take.
    NEW."startedAt" := greatest(OLD."sentAt", least(coalesce(NEW."startedAt", OLD."startedAt"), clock_timestamp()));
    NEW."completedAt" := greatest(OLD."sentAt", least(NEW."completedAt", clock_timestamp()));
    IF NEW.status = 'running' THEN -- progress moves the deadline
      NEW."completedAt" := OLD."completedAt";
      NEW."progressAt" := clock_timestamp();
      NEW."deadlineAt" := greatest(OLD."deadlineAt",
        least(clock_timestamp() + NEW."attemptTimeout" * interval '1 millisecond', NEW."sentAt" + callboard.max_attempt_duration()));
    END IF;
  END IF;

  IF NEW.status IN ('failed', 'dead_letter') THEN
    IF NEW.error IS NULL OR NEW.error = 'null'::jsonb THEN
      NEW.error := '{"message": "The agent reported a failure without an error."}';
    ELSIF jsonb_typeof(NEW.error) <> 'object' OR jsonb_typeof(NEW.error -> 'message') IS DISTINCT FROM 'string' THEN
      RAISE EXCEPTION 'error of attempt % must be an object with a text "message"', OLD.id
        USING ERRCODE = 'CB002', HINT = '{"message": "…", "code": "…", "retryable": true}';
    END IF;
    NEW.error := jsonb_build_object('timestamp', clock_timestamp()) || NEW.error;
    -- A failure worth retrying with no retry left is a dead letter, whoever writes it.
    IF (NEW.error -> 'retryable') IS NOT DISTINCT FROM 'true'::jsonb AND NEW."retriesLeft" = 0 THEN
      NEW.status := 'dead_letter';
    ELSE
      NEW.status := 'failed';
    END IF;
  END IF;
  IF NEW.status = ANY (ended) THEN
    NEW."completedAt" := coalesce(NEW."completedAt", clock_timestamp());
    NEW."durationMs" := coalesce(NEW."durationMs",
      least(2147483647, greatest(0, extract(epoch FROM clock_timestamp() - NEW."sentAt") * 1000))::integer);
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER guard_attempt BEFORE UPDATE ON "AgentJobExecution" FOR EACH ROW EXECUTE FUNCTION guard_attempt();

CREATE FUNCTION url_origin(url text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT lower(substring(url FROM '^([Hh][Tt][Tt][Pp][Ss]?://[^/?#]+)'))
$$;

-- Secrets live encrypted in columns of their own; endpoint says only which kind is used.
CREATE FUNCTION guard_agent() RETURNS trigger LANGUAGE plpgsql SET search_path = callboard, pg_temp AS $$
DECLARE
  header text;
BEGIN
  -- AgentConfig has one key for each agent, beside these.
  IF NEW.id IN ('scheduler', 'engine', 'dataSources', 'notifications') THEN
    RAISE EXCEPTION '"%" is the name of a setting; an agent cannot have it as id', NEW.id USING ERRCODE = 'CB002';
  END IF;
  IF jsonb_typeof(NEW.endpoint) <> 'object' OR callboard.url_origin(NEW.endpoint ->> 'url') IS NULL THEN
    RAISE EXCEPTION 'endpoint of agent % needs a url that begins with http:// or https://', NEW.id USING ERRCODE = 'CB002';
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

CREATE TRIGGER guard_agent BEFORE INSERT OR UPDATE ON "AgentRegistry" FOR EACH ROW EXECUTE FUNCTION guard_agent();
