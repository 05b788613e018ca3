-- The outbox: one row for every change that somebody may watch, written by statement-level triggers, so that direct SQL counts
-- and a bulk write is one insert. Servers tail it with a snapshot cursor (src/events, docs/adr/0006): xid is what makes that possible.
CREATE TABLE outbox (
  pos bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  kind text NOT NULL CHECK (kind IN ('job', 'execution', 'schedule', 'agent')),
  "entityId" text NOT NULL,
  "previousStatus" text,
  status text NOT NULL,
  supersedes text,
  "jobId" text,
  "agentId" text,
  "scheduleId" text,
  "scheduleExecutionId" text,
  "pipelineId" text,
  "pipelineStepId" text,
  "contextId" text
);
CREATE INDEX outbox_xid_idx ON outbox (xid);

-- What could be seen at certain times, so that trimming goes by the time of the commit: "visible a day ago", not "inserted a day
-- ago". The newest trimmed mark is the horizon: a cursor from before it has lost events. (src/events/trim-outbox.ts)
CREATE TABLE outbox_mark (
  at timestamptz NOT NULL DEFAULT clock_timestamp() PRIMARY KEY,
  snapshot pg_snapshot NOT NULL DEFAULT pg_current_snapshot(),
  trimmed boolean NOT NULL DEFAULT false
);

-- One page of what became visible after "previous", up to "upto", by position. The plan is fixed here, since without fresh
-- statistics the planner reads the whole table (for each poll). seek_outbox finds the range by transaction and sorts all of it: for the
-- first page. walk_outbox goes on along the positions: a large range is sorted once, not once a page.
CREATE FUNCTION seek_outbox(previous pg_snapshot, upto pg_snapshot, after_pos bigint, only_kind text, page integer) RETURNS SETOF outbox
LANGUAGE plpgsql STABLE SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN QUERY SELECT * FROM (
    SELECT * FROM outbox WHERE xid >= pg_snapshot_xmax(previous) AND xid < pg_snapshot_xmax(upto)
    UNION ALL
    SELECT * FROM outbox WHERE xid = ANY (ARRAY(SELECT pg_snapshot_xip(previous)))
  ) AS candidate
  WHERE pos + 0 > after_pos AND (only_kind IS NULL OR kind = only_kind) AND pg_visible_in_snapshot(xid, upto)
  ORDER BY pos + 0 LIMIT page; -- "+ 0" keeps the index on pos out of it
END $$;

CREATE FUNCTION walk_outbox(previous pg_snapshot, upto pg_snapshot, after_pos bigint, only_kind text, page integer) RETURNS SETOF outbox
LANGUAGE plpgsql STABLE SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN QUERY SELECT * FROM outbox
  WHERE pos > after_pos AND (only_kind IS NULL OR kind = only_kind)
    AND NOT pg_visible_in_snapshot(xid, previous) AND pg_visible_in_snapshot(xid, upto)
  ORDER BY pos LIMIT page;
END $$;

-- NOTIFY carries no data: it says only "look". Channels: callboard_events (the outbox), callboard_engine (work for the engine),
-- callboard_config (agents, versions or settings changed).
-- The engine is not woken by its own writes: it knows what it did.
--
-- Functions that join old and new rows switch nested loops off: a session keeps the plan of its first statement, and what suits
-- one row takes 15 s for 10 000 (hashed: 0.3 s).

CREATE FUNCTION emit_attempt_updates() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = callboard, pg_temp SET enable_nestloop = off AS $$
BEGIN
  INSERT INTO outbox (kind, "entityId", "previousStatus", status, "jobId", "agentId", "scheduleId", "scheduleExecutionId", "pipelineId", "pipelineStepId", "contextId")
  SELECT 'job', n.id, o.status, n.status, n."jobId", n."agentId", n."scheduleId", n."scheduleExecutionId", n."pipelineId", n."pipelineStepId", n."contextId"
  FROM new_rows n JOIN old_rows o USING (id)
  WHERE n.status <> o.status OR (n."acceptedAt" IS NOT NULL) <> (o."acceptedAt" IS NOT NULL) OR n."progressAt" IS DISTINCT FROM o."progressAt";
  IF FOUND THEN
    PERFORM pg_notify('callboard_events', '');
    IF callboard.current_writer() <> 'engine' THEN
      PERFORM pg_notify('callboard_engine', '');
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER emit_updates AFTER UPDATE ON "AgentJobExecution"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_attempt_updates();

-- Rows of an expansion emit one event per statement on their execution; later rows (retries, turns) one each.
CREATE FUNCTION emit_attempt_inserts() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = callboard, pg_temp AS $$
BEGIN
  INSERT INTO outbox (kind, "entityId", status, supersedes, "jobId", "agentId", "scheduleId", "scheduleExecutionId", "pipelineId", "pipelineStepId", "contextId")
  SELECT 'job', id, status, supersedes, "jobId", "agentId", "scheduleId", "scheduleExecutionId", "pipelineId", "pipelineStepId", "contextId"
  FROM new_rows WHERE "retryCount" > 0 OR turn > 0;
  INSERT INTO outbox (kind, "entityId", "previousStatus", status, "agentId", "scheduleId", "scheduleExecutionId", "pipelineId")
  SELECT 'execution', e.id, coalesce(e."runStatus", e.status), coalesce(e."runStatus", e.status), e."agentId", e."scheduleId", e.id, e."pipelineId"
  FROM "ScheduleExecution" e
  WHERE e.id IN (SELECT "scheduleExecutionId" FROM new_rows WHERE "retryCount" = 0 AND turn = 0);
  PERFORM pg_notify('callboard_events', '');
  IF callboard.current_writer() <> 'engine' THEN
    PERFORM pg_notify('callboard_engine', '');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER emit_inserts AFTER INSERT ON "AgentJobExecution"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_attempt_inserts();

CREATE FUNCTION emit_execution_changes() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = callboard, pg_temp SET enable_nestloop = off AS $$
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
  IF FOUND THEN
    PERFORM pg_notify('callboard_events', '');
    IF callboard.current_writer() <> 'engine' THEN
      PERFORM pg_notify('callboard_engine', '');
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER emit_inserts AFTER INSERT ON "ScheduleExecution"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_execution_changes();
CREATE TRIGGER emit_updates AFTER UPDATE ON "ScheduleExecution"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_execution_changes();

CREATE FUNCTION emit_schedule_changes() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = callboard, pg_temp SET enable_nestloop = off AS $$
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
  IF FOUND THEN
    PERFORM pg_notify('callboard_events', '');
    IF callboard.current_writer() <> 'engine' THEN
      PERFORM pg_notify('callboard_engine', '');
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER emit_inserts AFTER INSERT ON "Schedule"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_schedule_changes();
CREATE TRIGGER emit_updates AFTER UPDATE ON "Schedule"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_schedule_changes();
CREATE TRIGGER emit_deletes AFTER DELETE ON "Schedule"
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_schedule_changes();

-- A heartbeat alone is no news; everything else about an agent is.
CREATE FUNCTION emit_agent_changes() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = callboard, pg_temp SET enable_nestloop = off AS $$
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
CREATE TRIGGER emit_inserts AFTER INSERT ON "AgentRegistry"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_agent_changes();
CREATE TRIGGER emit_updates AFTER UPDATE ON "AgentRegistry"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_agent_changes();
CREATE TRIGGER emit_deletes AFTER DELETE ON "AgentRegistry"
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_agent_changes();

CREATE FUNCTION notify_config() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('callboard_config', '');
  RETURN NULL;
END $$;
CREATE TRIGGER notify_config AFTER INSERT OR UPDATE OR DELETE ON "AgentConfig" FOR EACH STATEMENT EXECUTE FUNCTION notify_config();
CREATE TRIGGER notify_config AFTER INSERT OR UPDATE OR DELETE ON "AgentVersionDeployment" FOR EACH STATEMENT EXECUTE FUNCTION notify_config();
