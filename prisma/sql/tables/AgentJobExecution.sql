-- How long an attempt may last from its first send, even if it makes progress. Set in AgentConfig, key scheduler, in milliseconds.
CREATE OR REPLACE FUNCTION max_attempt_duration() RETURNS interval LANGUAGE sql STABLE SECURITY DEFINER SET search_path = callboard, pg_temp AS $$
  SELECT least(2147483647, coalesce((
    SELECT CASE WHEN jsonb_typeof(value #> '{scheduler,maxAttemptDuration}') = 'number' THEN (value #>> '{scheduler,maxAttemptDuration}')::numeric END
    FROM "AgentConfig" WHERE key = 'scheduler'), 86400000))::float8 * interval '1 millisecond'
$$;
GRANT EXECUTE ON FUNCTION max_attempt_duration() TO callboard_agent;

-- Guards attempts. The same rules apply to the engine, the server and agents that write SQL: only legal
-- transitions (docs/states.md, src/domain/job/states.ts), an ended attempt never changes, updatedAt is
-- correct. Errors have SQLSTATE CB001 (illegal transition) or CB002 (malformed report). The guard runs with
-- the rights of the writer. A worker that stops returns attempts that it claimed and did not send: they stay
-- running without sentAt, and no agent can report on them.
CREATE OR REPLACE FUNCTION guard_attempt() RETURNS trigger LANGUAGE plpgsql SET search_path = callboard, pg_temp AS $$
DECLARE
  reporter boolean := callboard.current_writer() NOT IN ('engine', 'server') OR callboard.is_bound(TG_RELID);
  ended constant text[] := ARRAY['completed', 'failed', 'cancelled', 'skipped', 'dead_letter'];
BEGIN
  IF OLD.status = ANY (ended) THEN
    IF NEW.status = OLD.status OR (OLD.status = 'dead_letter' AND NEW.status = 'failed') THEN
      IF reporter THEN
        IF NEW.result IS NOT NULL AND NEW.result IS DISTINCT FROM OLD.result THEN
          -- Not an error, which would roll back what else the agent does in its transaction.
          RAISE WARNING 'attempt % has already ended as %; its result stays as it is', OLD.id, OLD.status
            USING ERRCODE = '01CB1', HINT = 'The result that was reported first stays. A retry is a new row with its own id.';
        END IF;
        RETURN OLD; -- a repeated report changes nothing
      END IF;
      NEW.status := OLD.status; NEW.result := OLD.result; NEW.error := OLD.error; NEW.metrics := OLD.metrics;
      NEW."startedAt" := OLD."startedAt"; NEW."completedAt" := OLD."completedAt"; NEW."durationMs" := OLD."durationMs";
      NEW."updatedAt" := clock_timestamp();
      RETURN NEW;
    END IF;
    RAISE EXCEPTION 'attempt % has already ended as %; it cannot become %', OLD.id, OLD.status, NEW.status
      USING ERRCODE = 'CB001', HINT = 'An ended attempt cannot be changed. A retry is a new row with its own id.';
  END IF;

  IF reporter AND (OLD.status = 'pending' OR OLD."sentAt" IS NULL) THEN
    RAISE EXCEPTION 'attempt % has not been sent to an agent yet, so no agent can report on it', OLD.id
      USING ERRCODE = 'CB001', HINT = 'Report on an attempt after you have received its request.';
  END IF;
  IF NEW.status <> OLD.status AND NOT (
    (OLD.status = 'pending' AND NEW.status IN ('running', 'skipped', 'cancelled', 'failed'))
    OR (OLD.status = 'running' AND NEW.status IN ('completed', 'failed', 'dead_letter'))
    OR (OLD.status = 'running' AND NEW.status = 'cancelled' AND NOT reporter)
  ) THEN
    RAISE EXCEPTION 'attempt % is %; it cannot become %', OLD.id, OLD.status, NEW.status
      USING ERRCODE = 'CB001', HINT = 'An agent can report running, completed or failed.';
  END IF;

  NEW."updatedAt" := clock_timestamp();
  -- The text of jsonb has a space after each colon and comma, so that of 256 KiB of JSON can be half as long again.
  IF NEW.result IS DISTINCT FROM OLD.result AND octet_length(NEW.result::text) > 393216 THEN
    RAISE EXCEPTION 'the result of attempt % is larger than 256 KiB', OLD.id
      USING ERRCODE = 'CB002', HINT = 'Store it elsewhere and report a reference.';
  END IF;

  IF reporter THEN
    -- At most 64 KiB each, as in a callback, because workers load them for many attempts at once.
    IF (NEW.error IS DISTINCT FROM OLD.error AND octet_length(NEW.error::text) > 98304)
      OR (NEW.metrics IS DISTINCT FROM OLD.metrics AND octet_length(NEW.metrics::text) > 98304) THEN
      RAISE EXCEPTION 'the error or the metrics of attempt % are larger than 64 KiB', OLD.id
        USING ERRCODE = 'CB002', HINT = 'Store the data elsewhere and report a reference.';
    END IF;
    IF (NEW.result IS DISTINCT FROM OLD.result AND NEW.result @? '$.**{201}') OR NEW.error @? '$.**{201}' OR NEW.metrics @? '$.**{201}' THEN
      RAISE EXCEPTION 'the result, error or metrics of attempt % are nested deeper than 200 levels', OLD.id
        USING ERRCODE = 'CB002', HINT = 'Store the data elsewhere and report a reference.';
    END IF;
    NEW."acceptedAt" := coalesce(OLD."acceptedAt", clock_timestamp());
    -- Limited to the time between the send and now, because clients cannot handle "infinity".
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
      RAISE EXCEPTION 'the error of attempt % must be an object with a string "message"', OLD.id
        USING ERRCODE = 'CB002', HINT = 'Example: {"message": "…", "code": "…", "retryable": true}';
    END IF;
    -- A failure without a code gets the same one as such an answer over HTTP.
    NEW.error := jsonb_build_object('timestamp', clock_timestamp(), 'code', 'AGENT_FAILED')
      || CASE WHEN NEW.error -> 'code' IN ('null', '""') THEN NEW.error - 'code' ELSE NEW.error END;
    -- A retryable failure without remaining retries is a dead letter, whoever writes it.
    IF (NEW.error -> 'retryable') IS NOT DISTINCT FROM 'true'::jsonb AND NEW."retriesLeft" = 0 THEN
      NEW.status := 'dead_letter';
    ELSE
      NEW.status := 'failed';
    END IF;
  END IF;
  IF NEW.status = ANY (ended) THEN
    NEW."completedAt" := coalesce(NEW."completedAt", clock_timestamp());
    -- Stays NULL if the attempt was never sent. greatest() alone would ignore the NULL.
    NEW."durationMs" := coalesce(NEW."durationMs", CASE WHEN NEW."sentAt" IS NOT NULL THEN
      least(2147483647, greatest(0, extract(epoch FROM clock_timestamp() - NEW."sentAt") * 1000))::integer END);
  END IF;
  RETURN NEW;
END $$;
-- Releasing, claiming and answering an attempt would run the guard three times per job, which is a tenth of
-- what a job costs PostgreSQL. The condition exempts exactly these writes: they come from the engine, change
-- the status as the guard would allow, and set everything that the guard would set. The engine shows this by
-- changing "updatedAt" itself. Its other writes are guarded, and so are all writes of agents, the server and
-- others. A login cannot become the engine with the setting alone, because row-level security decides.
--
-- "IS NOT TRUE" runs the guard if the condition is NULL. The guard measures only results that may be large.
CREATE OR REPLACE TRIGGER guard_attempt BEFORE UPDATE ON "AgentJobExecution" FOR EACH ROW
  WHEN ((NEW."updatedAt" > OLD."updatedAt"
    AND (OLD.status = 'pending' AND NEW.status IN ('pending', 'running')
      OR OLD.status = 'running' AND NEW.status = 'completed' AND NEW."completedAt" IS NOT NULL AND NEW."durationMs" IS NOT NULL
        AND coalesce(pg_column_size(NEW.result), 0) <= 1024)
    AND current_setting('callboard.writer', true) = 'engine'
    AND NOT is_bound('"AgentJobExecution"'::regclass::oid)) IS NOT TRUE)
  EXECUTE FUNCTION guard_attempt();

-- Stores at most one heartbeat per second, and keeps the newest 100 of each attempt (see LIMITS.heartbeat…).
CREATE OR REPLACE FUNCTION record_run_heartbeat() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = callboard, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM (SELECT at FROM "AgentHeartbeat" WHERE "attemptId" = NEW.id ORDER BY id DESC LIMIT 1) last
    WHERE last.at > clock_timestamp() - interval '1 second') THEN
    RETURN NULL;
  END IF;
  INSERT INTO "AgentHeartbeat" ("agentId", "attemptId", status, context, at)
  VALUES (NEW."agentId", NEW.id, 'busy',
    CASE WHEN NEW.metrics IS NOT NULL AND octet_length(NEW.metrics::text) <= 1024 THEN jsonb_build_object('metrics', NEW.metrics) ELSE '{}' END,
    NEW."progressAt");
  DELETE FROM "AgentHeartbeat" WHERE id IN (SELECT id FROM "AgentHeartbeat" WHERE "attemptId" = NEW.id ORDER BY id DESC OFFSET 100);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER record_heartbeat AFTER UPDATE ON "AgentJobExecution" FOR EACH ROW
  WHEN (NEW.status = 'running' AND NEW."progressAt" IS DISTINCT FROM OLD."progressAt" AND NEW."progressAt" IS NOT NULL)
  EXECUTE FUNCTION record_run_heartbeat();

-- Emits an event for an attempt that changes its status, is accepted, makes progress, or gets another reason
-- to wait. Attempts of a run that change alike share a row of the outbox, which costs half as much as a row each. They
-- are grouped by hash, because sorting thousands of rows by seven columns that are mostly equal costs more.
CREATE OR REPLACE FUNCTION emit_attempt_updates() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = callboard, pg_temp
SET enable_nestloop = off SET jit = off SET enable_sort = off AS $$
BEGIN
  INSERT INTO outbox (kind, "entityId", "previousStatus", status, "agentId", "scheduleId", "scheduleExecutionId", "pipelineId", "pipelineStepId",
    "entityIds", "jobIds", "contextIds")
  SELECT 'job', ids[place], was, status, "agentId", "scheduleId", "scheduleExecutionId", "pipelineId", "pipelineStepId",
    ids[place : place + 999], jobs[place : place + 999], contexts[place : place + 999]
  FROM (
    SELECT o.status AS was, n.status, n."agentId", n."scheduleId", n."scheduleExecutionId", n."pipelineId", n."pipelineStepId",
      array_agg(n.id) AS ids, array_agg(n."jobId") AS jobs, CASE WHEN n."pipelineStepId" IS NOT NULL THEN array_agg(n."contextId") END AS contexts
    FROM new_rows n JOIN old_rows o USING (id)
    WHERE n.status <> o.status OR (n."acceptedAt" IS NOT NULL) <> (o."acceptedAt" IS NOT NULL) OR n."progressAt" IS DISTINCT FROM o."progressAt"
      OR n.reason IS DISTINCT FROM o.reason
    GROUP BY o.status, n.status, n."agentId", n."scheduleId", n."scheduleExecutionId", n."pipelineId", n."pipelineStepId"
  ) alike, generate_series(1, cardinality(ids), 1000) place;
  IF FOUND THEN
    PERFORM pg_notify('callboard_events', '');
    IF callboard.current_writer() <> 'engine' THEN
      PERFORM pg_notify('callboard_engine', 'attempt');
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER emit_updates AFTER UPDATE ON "AgentJobExecution"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_attempt_updates();

-- Later attempts (retries, turns, restarted contexts) each have an event. All of them supersede an attempt, and
-- that column is read faster than their numbers, which are among the last of a row. First attempts share one event
-- of their run per statement, unless the run is new in the same transaction, because its own event is then enough. A
-- claim may insert a job as running. It has the same event as a job that waited before it was claimed, and the claim
-- also writes the run, which then has an event of its own.
CREATE OR REPLACE FUNCTION emit_attempt_inserts() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = callboard, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM new_rows) THEN
    RETURN NULL;
  END IF;
  INSERT INTO outbox (kind, "entityId", "previousStatus", status, supersedes, "agentId", "scheduleId", "scheduleExecutionId", "pipelineId",
    "pipelineStepId", "entityIds", "jobIds", "contextIds")
  SELECT 'job', ids[place], CASE WHEN status = 'running' THEN 'pending' END, status, supersedes, "agentId", "scheduleId", "scheduleExecutionId",
    "pipelineId", "pipelineStepId", ids[place : place + 999], jobs[place : place + 999], contexts[place : place + 999]
  FROM (
    SELECT status, supersedes, "agentId", "scheduleId", "scheduleExecutionId", "pipelineId", "pipelineStepId",
      array_agg(id) AS ids, array_agg("jobId") AS jobs, CASE WHEN "pipelineStepId" IS NOT NULL THEN array_agg("contextId") END AS contexts
    FROM new_rows WHERE supersedes IS NOT NULL OR status = 'running'
    GROUP BY status, supersedes, "agentId", "scheduleId", "scheduleExecutionId", "pipelineId", "pipelineStepId"
  ) alike, generate_series(1, cardinality(ids), 1000) place;
  IF EXISTS (SELECT FROM new_rows WHERE status <> 'running') THEN
    INSERT INTO outbox (kind, "entityId", "previousStatus", status, "agentId", "scheduleId", "scheduleExecutionId", "pipelineId")
    SELECT 'execution', e.id, coalesce(e."runStatus", e.status), coalesce(e."runStatus", e.status), e."agentId", e."scheduleId", e.id, e."pipelineId"
    FROM "ScheduleExecution" e
    WHERE e.id IN (SELECT "scheduleExecutionId" FROM new_rows WHERE supersedes IS NULL)
      AND e.xmin <> pg_current_xact_id()::xid;
  END IF;
  PERFORM pg_notify('callboard_events', '');
  IF callboard.current_writer() <> 'engine' THEN
    PERFORM pg_notify('callboard_engine', 'attempt');
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER emit_inserts AFTER INSERT ON "AgentJobExecution"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_attempt_inserts();

-- Signals the end of a job when it is settled. An attempt that is followed by another one has no signal. A
-- retryable failure without a retry belongs to a cancelled run.
CREATE OR REPLACE TRIGGER signal_dead_letter AFTER UPDATE OF "settledAt" ON "AgentJobExecution" FOR EACH ROW
  WHEN (NEW.status = 'dead_letter' AND NEW."settledAt" IS NOT NULL AND OLD."settledAt" IS NULL AND NEW."isLatest")
  EXECUTE FUNCTION signal_notification('dead_letter');
CREATE OR REPLACE TRIGGER signal_failed AFTER UPDATE OF "settledAt" ON "AgentJobExecution" FOR EACH ROW
  WHEN (NEW.status = 'failed' AND NEW."settledAt" IS NOT NULL AND OLD."settledAt" IS NULL AND NEW."isLatest"
    AND (NEW.error -> 'retryable') IS DISTINCT FROM 'true'::jsonb)
  EXECUTE FUNCTION signal_notification('job_failed');

-- Whether a run has jobs that have not ended, including jobs that are not rows yet. The plan is fixed here,
-- because the planner expects to find such a job soon in any order, and would scan the table from its start for
-- each run.
CREATE OR REPLACE FUNCTION has_open_jobs(execution text) RETURNS boolean LANGUAGE sql STABLE
SET search_path = callboard, pg_temp SET enable_seqscan = off SET enable_bitmapscan = off AS $$
  SELECT EXISTS (SELECT FROM "AgentJobExecution" j WHERE j."scheduleExecutionId" = execution AND j."isLatest" AND j."settledAt" IS NULL)
    OR EXISTS (SELECT FROM "JobChunk" c WHERE c."executionId" = execution)
$$;

-- Counts contexts with a queued or running step. The plan is fixed here, because a bitmap scan would read all
-- pending steps, most of which wait for others.
CREATE OR REPLACE FUNCTION count_contexts_in_flight() RETURNS integer LANGUAGE sql STABLE
SET search_path = callboard, pg_temp SET enable_seqscan = off SET enable_bitmapscan = off AS $$
  SELECT count(*)::int FROM (
    SELECT "contextId" FROM "AgentJobExecution" WHERE status = 'pending' AND "releasedAt" IS NOT NULL AND "contextId" IS NOT NULL
    UNION SELECT "contextId" FROM "AgentJobExecution" WHERE status = 'running' AND "contextId" IS NOT NULL) busy
$$;

-- For people who use SQL: released jobs, what they wait for, since when, and until when they may wait.
CREATE OR REPLACE VIEW "WaitingJob" AS
  SELECT j.id, j."jobId", j."agentId", j."scheduleId", j."scheduleExecutionId",
    coalesce(j.reason, CASE
      WHEN NOT EXISTS (SELECT FROM "Worker" w WHERE w.state <> 'dead' AND w."leaseExpiresAt" > statement_timestamp()) THEN 'no_worker'
      WHEN c.state <> 'closed' THEN 'circuit_open'
      WHEN p."throttledAt" IS NOT NULL THEN 'rate_limited'
      WHEN a."maxConcurrency" <= (SELECT count(*) FROM "AgentJobExecution" r WHERE r."agentId" = a.id AND r.status = 'running') THEN 'max_concurrency'
    END) AS reason,
    j."releasedAt" AS since, j."releasedAt" + j."maxQueueTime" * interval '1 millisecond' AS until
  FROM "AgentJobExecution" j
  LEFT JOIN "AgentRegistry" a ON a.id = j."agentId"
  LEFT JOIN "AgentCircuit" c ON c."agentId" = j."agentId"
  LEFT JOIN "AgentPace" p ON p."agentId" = j."agentId"
  WHERE j.status = 'pending' AND j."releasedAt" <= statement_timestamp();

-- Agents read their own attempts and report on them.
GRANT SELECT, UPDATE (status, result, error, metrics, "startedAt", "completedAt", "updatedAt") ON "AgentJobExecution" TO callboard_agent;
ALTER TABLE "AgentJobExecution" ENABLE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS own_jobs ON "AgentJobExecution";
CREATE POLICY own_jobs ON "AgentJobExecution" TO callboard_agent USING ("agentId" = ANY ((SELECT login_agent_ids())::text[]));
