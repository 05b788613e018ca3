-- An insert of no rows tells nobody: claims of slots often have no job, and try their statement with nothing before they need it.
CREATE OR REPLACE FUNCTION emit_attempt_inserts() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = callboard, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM new_rows) THEN
    RETURN NULL;
  END IF;
  INSERT INTO outbox (kind, "entityId", "previousStatus", status, supersedes, "jobId", "agentId", "scheduleId", "scheduleExecutionId", "pipelineId", "pipelineStepId", "contextId")
  SELECT 'job', id, CASE WHEN status = 'running' THEN 'pending' END, status, supersedes, "jobId", "agentId", "scheduleId", "scheduleExecutionId", "pipelineId", "pipelineStepId", "contextId"
  FROM new_rows WHERE "retryCount" > 0 OR turn > 0 OR "contextRetry" > 0 OR status = 'running';
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
