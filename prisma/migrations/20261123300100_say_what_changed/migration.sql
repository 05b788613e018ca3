-- What others write wakes only the loops that it concerns: callboard_engine says what changed, and when the first of it is due, in
-- milliseconds since 1970 (src/engine/foreign-writes.ts):
--   schedule:<instant>   schedules changed, and the next run of the first of them is due then
--   unplanned            an enabled schedule has no next run
--   execution:<instant>  executions are new, and the first of them is to go on then
--   execution            executions changed
--   attempt              attempts are new or changed
--   backfill             backfills are new or changed
-- Anything else, such as a bare NOTIFY, means that anything may have changed. A notice is never the truth, only a reason to look.
CREATE FUNCTION instant_of(at timestamptz) RETURNS text LANGUAGE sql STABLE
  RETURN floor(extract(epoch FROM at) * 1000)::bigint::text;
REVOKE EXECUTE ON FUNCTION instant_of(timestamptz) FROM PUBLIC;

CREATE OR REPLACE FUNCTION emit_schedule_changes() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = callboard, pg_temp SET enable_nestloop = off AS $$
DECLARE
  due timestamptz;
  is_unplanned boolean;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO outbox (kind, "entityId", status, "agentId", "scheduleId", "pipelineId")
    SELECT 'schedule', id, CASE WHEN enabled THEN 'enabled' ELSE 'disabled' END, "agentId", id, "pipelineId" FROM new_rows;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO outbox (kind, "entityId", "previousStatus", status, "agentId", "scheduleId", "pipelineId")
    SELECT 'schedule', n.id, CASE WHEN o.enabled THEN 'enabled' ELSE 'disabled' END, CASE WHEN n.enabled THEN 'enabled' ELSE 'disabled' END, n."agentId", n.id, n."pipelineId"
    FROM new_rows n JOIN old_rows o USING (id);
  ELSE
    INSERT INTO outbox (kind, "entityId", "previousStatus", status, "agentId", "scheduleId", "pipelineId")
    SELECT 'schedule', id, CASE WHEN enabled THEN 'enabled' ELSE 'disabled' END, 'deleted', "agentId", id, "pipelineId" FROM old_rows;
  END IF;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  PERFORM pg_notify('callboard_events', '');
  IF TG_OP <> 'DELETE' AND callboard.current_writer() <> 'engine' THEN
    SELECT min("nextRunAt"), bool_or("nextRunAt" IS NULL AND NOT template AND flag IS DISTINCT FROM 'invalid_timing')
      INTO due, is_unplanned FROM new_rows WHERE enabled;
    IF due IS NOT NULL THEN
      PERFORM pg_notify('callboard_engine', 'schedule:' || instant_of(due));
    END IF;
    IF is_unplanned THEN
      PERFORM pg_notify('callboard_engine', 'unplanned');
    END IF;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION emit_execution_changes() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = callboard, pg_temp SET enable_nestloop = off AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO outbox (kind, "entityId", status, "agentId", "scheduleId", "scheduleExecutionId", "pipelineId")
    SELECT 'execution', id, coalesce("runStatus", status), "agentId", "scheduleId", id, "pipelineId" FROM new_rows;
  ELSE
    INSERT INTO outbox (kind, "entityId", "previousStatus", status, "agentId", "scheduleId", "scheduleExecutionId", "pipelineId")
    SELECT 'execution', n.id, coalesce(o."runStatus", o.status), coalesce(n."runStatus", n.status), n."agentId", n."scheduleId", n.id, n."pipelineId"
    FROM new_rows n JOIN old_rows o USING (id)
    WHERE (n.status, n."runStatus", n."jobsCreated", n."jobsEnqueued", n."jobsCompleted", n."jobsFailed", n."jobsSkipped", n."jobsCancelled", n."cancelRequestedAt")
      IS DISTINCT FROM (o.status, o."runStatus", o."jobsCreated", o."jobsEnqueued", o."jobsCompleted", o."jobsFailed", o."jobsSkipped", o."jobsCancelled", o."cancelRequestedAt");
  END IF;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  PERFORM pg_notify('callboard_events', '');
  IF callboard.current_writer() <> 'engine' THEN
    IF TG_OP = 'INSERT' THEN
      PERFORM pg_notify('callboard_engine', 'execution:' || instant_of(min("fireAt"))) FROM new_rows
        WHERE "runStatus" = 'pending' AND "expandedAt" IS NULL HAVING count(*) > 0;
    ELSE
      PERFORM pg_notify('callboard_engine', 'execution');
    END IF;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION emit_attempt_updates() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = callboard, pg_temp SET enable_nestloop = off AS $$
BEGIN
  INSERT INTO outbox (kind, "entityId", "previousStatus", status, "jobId", "agentId", "scheduleId", "scheduleExecutionId", "pipelineId", "pipelineStepId", "contextId")
  SELECT 'job', n.id, o.status, n.status, n."jobId", n."agentId", n."scheduleId", n."scheduleExecutionId", n."pipelineId", n."pipelineStepId", n."contextId"
  FROM new_rows n JOIN old_rows o USING (id)
  WHERE n.status <> o.status OR (n."acceptedAt" IS NOT NULL) <> (o."acceptedAt" IS NOT NULL) OR n."progressAt" IS DISTINCT FROM o."progressAt"
    OR n.reason IS DISTINCT FROM o.reason;
  IF FOUND THEN
    PERFORM pg_notify('callboard_events', '');
    IF callboard.current_writer() <> 'engine' THEN
      PERFORM pg_notify('callboard_engine', 'attempt');
    END IF;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION emit_attempt_inserts() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = callboard, pg_temp AS $$
BEGIN
  INSERT INTO outbox (kind, "entityId", status, supersedes, "jobId", "agentId", "scheduleId", "scheduleExecutionId", "pipelineId", "pipelineStepId", "contextId")
  SELECT 'job', id, status, supersedes, "jobId", "agentId", "scheduleId", "scheduleExecutionId", "pipelineId", "pipelineStepId", "contextId"
  FROM new_rows WHERE "retryCount" > 0 OR turn > 0 OR "contextRetry" > 0;
  INSERT INTO outbox (kind, "entityId", "previousStatus", status, "agentId", "scheduleId", "scheduleExecutionId", "pipelineId")
  SELECT 'execution', e.id, coalesce(e."runStatus", e.status), coalesce(e."runStatus", e.status), e."agentId", e."scheduleId", e.id, e."pipelineId"
  FROM "ScheduleExecution" e
  WHERE e.id IN (SELECT "scheduleExecutionId" FROM new_rows WHERE "retryCount" = 0 AND turn = 0 AND "contextRetry" = 0)
    AND e.xmin <> pg_current_xact_id()::xid;
  PERFORM pg_notify('callboard_events', '');
  IF callboard.current_writer() <> 'engine' THEN
    PERFORM pg_notify('callboard_engine', 'attempt');
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION emit_backfill_changes() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = callboard, pg_temp SET enable_nestloop = off AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO outbox (kind, "entityId", "previousStatus", status, "agentId", "scheduleId", "pipelineId")
    SELECT 'schedule', s.id, CASE WHEN s.enabled THEN 'enabled' ELSE 'disabled' END, CASE WHEN s.enabled THEN 'enabled' ELSE 'disabled' END, s."agentId", s.id, s."pipelineId"
    FROM "Schedule" s WHERE s.id IN (SELECT "scheduleId" FROM new_rows);
  ELSE
    INSERT INTO outbox (kind, "entityId", "previousStatus", status, "agentId", "scheduleId", "pipelineId")
    SELECT 'schedule', s.id, CASE WHEN s.enabled THEN 'enabled' ELSE 'disabled' END, CASE WHEN s.enabled THEN 'enabled' ELSE 'disabled' END, s."agentId", s.id, s."pipelineId"
    FROM "Schedule" s WHERE s.id IN (SELECT n."scheduleId" FROM new_rows n JOIN old_rows o USING (id) WHERE n.status <> o.status);
  END IF;
  IF FOUND THEN
    PERFORM pg_notify('callboard_events', '');
  END IF;
  IF callboard.current_writer() <> 'engine' THEN
    PERFORM pg_notify('callboard_engine', 'backfill');
  END IF;
  RETURN NULL;
END $$;
