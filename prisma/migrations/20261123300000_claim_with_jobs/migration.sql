-- A claim inserts the execution of a slot and its one job together: the run goes on from its first row.
DROP TRIGGER bound_new_run ON "ScheduleExecution";
CREATE TRIGGER bound_new_run BEFORE INSERT ON "ScheduleExecution" FOR EACH ROW
  WHEN (NEW."runStatus" IN ('pending', 'running') AND jsonb_typeof(NEW.snapshot -> 'zombieThresholdMs') = 'number') EXECUTE FUNCTION bound_run();

-- The jobs of an execution that is as new as they are tell nothing that its own event does not.
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
    PERFORM pg_notify('callboard_engine', '');
  END IF;
  RETURN NULL;
END $$;
