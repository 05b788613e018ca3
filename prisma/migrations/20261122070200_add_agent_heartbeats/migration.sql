-- The history of heartbeats: of a run (a progress report, by callback or SQL), or of an agent as a whole (its lastHeartbeat). Written by
-- triggers, whoever reports. At most one a second, and the newest 100 of each; LIMITS.heartbeat… say the same.
CREATE TABLE "AgentHeartbeat" (
    "id" BIGSERIAL NOT NULL,
    "agentId" TEXT NOT NULL,
    "attemptId" TEXT,
    "status" TEXT NOT NULL,
    "context" JSONB NOT NULL DEFAULT '{}',
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AgentHeartbeat_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "AgentHeartbeat_attemptId_id_idx" ON "AgentHeartbeat"("attemptId", "id");
CREATE INDEX "AgentHeartbeat_agentId_id_idx" ON "AgentHeartbeat"("agentId", "id");
ALTER TABLE "AgentHeartbeat" ADD CHECK (status IN ('alive', 'busy', 'dead'));
REVOKE ALL ON "AgentHeartbeat" FROM PUBLIC;

CREATE FUNCTION record_run_heartbeat() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = callboard, pg_temp AS $$
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
REVOKE EXECUTE ON FUNCTION record_run_heartbeat() FROM PUBLIC;
CREATE TRIGGER record_heartbeat AFTER UPDATE ON "AgentJobExecution" FOR EACH ROW
  WHEN (NEW.status = 'running' AND NEW."progressAt" IS DISTINCT FROM OLD."progressAt" AND NEW."progressAt" IS NOT NULL)
  EXECUTE FUNCTION record_run_heartbeat();

CREATE FUNCTION record_agent_heartbeat() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = callboard, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM (
      SELECT at FROM "AgentHeartbeat" WHERE "agentId" = NEW.id AND "attemptId" IS NULL ORDER BY id DESC LIMIT 1) last
    WHERE last.at > clock_timestamp() - interval '1 second') THEN
    RETURN NULL;
  END IF;
  INSERT INTO "AgentHeartbeat" ("agentId", status, at) VALUES (NEW.id, 'alive', NEW."lastHeartbeat");
  DELETE FROM "AgentHeartbeat" WHERE id IN (
    SELECT id FROM "AgentHeartbeat" WHERE "agentId" = NEW.id AND "attemptId" IS NULL ORDER BY id DESC OFFSET 100);
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION record_agent_heartbeat() FROM PUBLIC;
CREATE TRIGGER record_heartbeat AFTER UPDATE OF "lastHeartbeat" ON "AgentRegistry" FOR EACH ROW
  WHEN (NEW."lastHeartbeat" IS NOT NULL AND NEW."lastHeartbeat" IS DISTINCT FROM OLD."lastHeartbeat")
  EXECUTE FUNCTION record_agent_heartbeat();

-- Heartbeats of an agent as a whole, without those of its runs.
CREATE INDEX "AgentHeartbeat_ofAgent_idx" ON "AgentHeartbeat" ("agentId", id) WHERE "attemptId" IS NULL;
