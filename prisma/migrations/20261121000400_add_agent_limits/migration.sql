-- Limits of agents: how many sends in what time, and the circuit that opens when nobody answers at their address.
ALTER TABLE "AgentRegistry" ADD COLUMN "rateLimit" JSONB;
ALTER TABLE "AgentRegistry" ADD CHECK (
  jsonb_typeof("rateLimit") = 'object' AND jsonb_typeof("rateLimit" -> 'limit') = 'number' AND jsonb_typeof("rateLimit" -> 'per') = 'number'
  AND ("rateLimit" -> 'limit')::numeric BETWEEN 1 AND 1000000 AND ("rateLimit" -> 'limit')::numeric % 1 = 0
  AND ("rateLimit" -> 'per')::numeric BETWEEN 100 AND 86400000 AND ("rateLimit" -> 'per')::numeric % 1 = 0);

-- Only agents that failed have a row. Jobs are not marked: an agent whose circuit is not closed has all of its waiting jobs parked.
CREATE TABLE "AgentCircuit" (
    "agentId" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'closed',
    "failures" INTEGER NOT NULL DEFAULT 0,
    "failedProbes" INTEGER NOT NULL DEFAULT 0,
    "openedAt" TIMESTAMPTZ(3),
    "nextProbeAt" TIMESTAMPTZ(3),
    "probeId" TEXT,
    "reason" TEXT,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AgentCircuit_pkey" PRIMARY KEY ("agentId")
);
ALTER TABLE "AgentCircuit"
  ADD CHECK (state IN ('closed', 'open', 'half_open')),
  ADD CHECK (failures >= 0 AND "failedProbes" >= 0),
  ADD CHECK ((state = 'half_open') = ("probeId" IS NOT NULL)),
  ADD CHECK (state = 'closed' OR "openedAt" IS NOT NULL);

-- Permits given to agents with a rate limit: src/domain/agent/rate-limit.ts. Rewritten with each claim for such an agent.
CREATE TABLE "AgentPace" (
    "agentId" TEXT NOT NULL,
    "permits" JSONB NOT NULL DEFAULT '[]',
    "parkedAt" TIMESTAMPTZ(3),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AgentPace_pkey" PRIMARY KEY ("agentId")
) WITH (fillfactor = 50);

-- What happens to a circuit is news about its agent, and for every worker.
CREATE FUNCTION emit_circuit_changes() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = callboard, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO outbox (kind, "entityId", "previousStatus", status, "agentId")
    SELECT 'agent', a.id, CASE WHEN a.enabled THEN 'enabled' ELSE 'disabled' END, CASE WHEN a.enabled THEN 'enabled' ELSE 'disabled' END, a.id
    FROM new_rows n JOIN "AgentRegistry" a ON a.id = n."agentId" WHERE n.state <> 'closed';
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO outbox (kind, "entityId", "previousStatus", status, "agentId")
    SELECT 'agent', a.id, CASE WHEN a.enabled THEN 'enabled' ELSE 'disabled' END, CASE WHEN a.enabled THEN 'enabled' ELSE 'disabled' END, a.id
    FROM new_rows n JOIN old_rows o USING ("agentId") JOIN "AgentRegistry" a ON a.id = n."agentId" WHERE n.state <> o.state;
  ELSE
    INSERT INTO outbox (kind, "entityId", "previousStatus", status, "agentId")
    SELECT 'agent', a.id, CASE WHEN a.enabled THEN 'enabled' ELSE 'disabled' END, CASE WHEN a.enabled THEN 'enabled' ELSE 'disabled' END, a.id
    FROM old_rows o JOIN "AgentRegistry" a ON a.id = o."agentId" WHERE o.state <> 'closed';
  END IF;
  IF FOUND THEN
    PERFORM pg_notify('callboard_events', ''), pg_notify('callboard_config', '');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER emit_inserts AFTER INSERT ON "AgentCircuit"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_circuit_changes();
CREATE TRIGGER emit_updates AFTER UPDATE ON "AgentCircuit"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_circuit_changes();
CREATE TRIGGER emit_deletes AFTER DELETE ON "AgentCircuit"
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_circuit_changes();

-- An agent that has moved is not the one that did not answer; one that is gone has no limits. Agents write their rows by SQL.
CREATE FUNCTION forget_limits() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = callboard, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM "AgentCircuit" c USING new_rows n, old_rows o
    WHERE n.id = c."agentId" AND o.id = n.id AND (n.endpoint ->> 'url') IS DISTINCT FROM (o.endpoint ->> 'url');
    DELETE FROM "AgentPace" p USING new_rows n WHERE n.id = p."agentId" AND n."rateLimit" IS NULL;
  ELSE
    DELETE FROM "AgentCircuit" WHERE "agentId" IN (SELECT id FROM old_rows);
    DELETE FROM "AgentPace" WHERE "agentId" IN (SELECT id FROM old_rows);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER forget_limits_of_moved AFTER UPDATE ON "AgentRegistry"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION forget_limits();
CREATE TRIGGER forget_limits_of_deleted AFTER DELETE ON "AgentRegistry"
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION forget_limits();
REVOKE EXECUTE ON FUNCTION emit_circuit_changes(), forget_limits() FROM PUBLIC;
