-- Whoever changes when a schedule runs by plain SQL, or turns it on, need not know how its next run is planned: the plan is dropped, and
-- the engine, which every change by others wakes (emit_schedule_changes), plans it anew at once. What is due already is for the claim,
-- which plans the run after it by what the row says then.
CREATE FUNCTION drop_outdated_plan() RETURNS trigger LANGUAGE plpgsql SET search_path = callboard, pg_temp AS $$
BEGIN
  IF NEW."nextRunAt" <= clock_timestamp() AND OLD.enabled THEN
    RETURN NEW;
  END IF;
  NEW."nextRunAt" := NULL;
  NEW."nextRunSource" := NULL;
  NEW.decision := NULL;
  -- No slot from before this moment fires.
  NEW."activatedAt" := clock_timestamp();
  IF NEW.flag = 'invalid_timing' THEN
    NEW.flag := NULL;
  END IF;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION drop_outdated_plan() FROM PUBLIC;
CREATE TRIGGER drop_outdated_plan BEFORE UPDATE ON "Schedule" FOR EACH ROW
  WHEN (current_writer() NOT IN ('engine', 'server') AND NEW."nextRunAt" IS NOT DISTINCT FROM OLD."nextRunAt" AND (
    (NEW.enabled AND NOT OLD.enabled)
    OR (NEW."repeat", NEW."cronExpression", NEW."interval", NEW.timezone, NEW."startAt", NEW."endAt", NEW."dstGap", NEW."dstRepeat", NEW.template, NEW."originAt")
      IS DISTINCT FROM (OLD."repeat", OLD."cronExpression", OLD."interval", OLD.timezone, OLD."startAt", OLD."endAt", OLD."dstGap", OLD."dstRepeat", OLD.template, OLD."originAt")))
  EXECUTE FUNCTION drop_outdated_plan();
