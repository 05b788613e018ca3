-- A worker that leaves gives back what it claimed and never sent: still running, without a time of sending. No agent can have an end for it.
CREATE OR REPLACE FUNCTION guard_attempt() RETURNS trigger LANGUAGE plpgsql SET search_path = callboard, pg_temp AS $$
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

  IF reporter AND (OLD.status = 'pending' OR OLD."sentAt" IS NULL) THEN
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
