-- Releasing, claiming and answering an attempt ran the guard's code three times per job, a tenth of what the job costs PostgreSQL. The condition
-- below lets exactly those writes pass without it: they come from the engine, change the status as the guard would allow, and set all
-- that it would set. The engine says so by moving "updatedAt" itself; a write that does not is guarded as before, and so is everything
-- that an agent, the server or anybody else writes: the setting alone does not make a login the engine, row-level security tells.
--
-- "IS NOT TRUE": what is not known runs the guard. A small result needs no measuring of its text; the guard measures all others.
CREATE OR REPLACE TRIGGER guard_attempt BEFORE UPDATE ON "AgentJobExecution" FOR EACH ROW
  WHEN ((NEW."updatedAt" > OLD."updatedAt"
    AND (OLD.status = 'pending' AND NEW.status IN ('pending', 'running')
      OR OLD.status = 'running' AND NEW.status = 'completed' AND NEW."completedAt" IS NOT NULL AND NEW."durationMs" IS NOT NULL
        AND coalesce(pg_column_size(NEW.result), 0) <= 1024)
    AND current_setting('callboard.writer', true) = 'engine'
    AND NOT row_security_active('"AgentJobExecution"'::regclass::oid)) IS NOT TRUE)
  EXECUTE FUNCTION guard_attempt();
