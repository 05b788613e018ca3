-- Who did what: one row for every change of what is configured, whoever makes it and by whatever way, written in the transaction
-- of the change. Use cases cannot forget it, for triggers write it; what changes no such row (a run started by hand, a job cancelled)
-- they record themselves, by append_audit. What the engine does by itself (plans, counters) is not in it, nor are heartbeats.
CREATE TABLE "AuditEntry" (
    "id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actorId" TEXT,
    "actorName" TEXT,
    "actorRole" TEXT,
    "action" TEXT NOT NULL,
    "entityType" TEXT NOT NULL,
    "entityId" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "origin" TEXT NOT NULL,
    "address" TEXT,

    CONSTRAINT "AuditEntry_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "AuditEntry_entityType_id_idx" ON "AuditEntry"("entityType", "id");
CREATE INDEX "AuditEntry_entityId_id_idx" ON "AuditEntry"("entityId", "id");
CREATE INDEX "AuditEntry_actorId_id_idx" ON "AuditEntry"("actorId", "id");
CREATE INDEX "AuditEntry_action_id_idx" ON "AuditEntry"("action", "id");

ALTER TABLE "AuditEntry"
  ADD CHECK ("actorRole" IN ('viewer', 'operator', 'admin')),
  ADD CHECK (origin IN ('graphql', 'admin', 'webhook', 'server', 'sql'));

-- What is written stays as it is; only its age removes it, and only the engine.
CREATE FUNCTION guard_audit() RETURNS trigger LANGUAGE plpgsql SET search_path = callboard, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'an entry of the audit is neither changed nor removed by hand'
    USING ERRCODE = 'CB001', HINT = 'Entries older than scheduler.auditMaxAge are removed by the workers.';
END $$;
CREATE TRIGGER guard_update BEFORE UPDATE ON "AuditEntry" FOR EACH ROW EXECUTE FUNCTION guard_audit();
CREATE TRIGGER guard_delete BEFORE DELETE ON "AuditEntry" FOR EACH ROW WHEN (current_writer() <> 'engine') EXECUTE FUNCTION guard_audit();

-- Secrets are told to be there and no more: sealed texts, and texts whose name says that they are one, at any depth.
-- What a column "<name>Hint" says of one goes along.
CREATE FUNCTION audit_redacted(given jsonb) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE SET search_path = callboard, pg_temp AS $$
DECLARE
  secret_name constant text := '(passw|secret|token|api[-_]?key|credential|authorization|private[-_]?key|cookie)';
  sealed constant text := '^v1\.[A-Za-z0-9_-]{38,}$';
BEGIN
  IF jsonb_typeof(given) = 'object' THEN
    RETURN (
      SELECT coalesce(jsonb_object_agg(member.key, CASE
        WHEN jsonb_typeof(member.value) = 'string' AND member.key !~* 'hint$' AND (member.key ~* secret_name OR member.value #>> '{}' ~ sealed)
          THEN jsonb_strip_nulls(jsonb_build_object('set', true, 'hint', given -> (member.key || 'Hint')))
        ELSE audit_redacted(member.value) END), '{}')
      FROM jsonb_each(given) member
      WHERE NOT (member.key LIKE '%Hint' AND given ? left(member.key, -4)));
  ELSIF jsonb_typeof(given) = 'array' THEN
    RETURN (
      SELECT coalesce(jsonb_agg(audit_redacted(element.value) ORDER BY element.position), '[]')
      FROM jsonb_array_elements(given) WITH ORDINALITY element(value, position));
  ELSIF jsonb_typeof(given) = 'string' AND given #>> '{}' ~ sealed THEN
    RETURN '{"set": true}';
  END IF;
  RETURN given;
END $$;

-- Members without a value say nothing; large ones (schemas, params) would make the audit larger than what it tells about.
CREATE FUNCTION audit_members(members jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE SET search_path = callboard, pg_temp AS $$
  SELECT audit_redacted(jsonb_object_agg(key, CASE
    WHEN octet_length(value::text) > 32768 THEN jsonb_build_object('omittedBytes', octet_length(value::text)) ELSE value END))
  FROM jsonb_each(members)
$$;

-- Who acts is said by our own server for the transaction at hand (setting callboard.audit: actorId, actorName, actorRole, action,
-- origin, address). Of anybody else the login and its address are known, whatever it sets.
CREATE FUNCTION append_audit(change text, entity_type text, entity_id text, before jsonb, after jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = callboard, pg_temp AS $$
DECLARE
  is_server boolean := current_writer() = 'server' AND NOT EXISTS (SELECT FROM "AgentLogin" WHERE "loginName" = session_user);
  said jsonb := CASE WHEN is_server THEN nullif(current_setting('callboard.audit', true), '')::jsonb END;
  -- Before the id, which tells the time as well: what is asked for from this instant on has it.
  noted_at timestamptz := date_trunc('milliseconds', clock_timestamp());
BEGIN
  INSERT INTO "AuditEntry" (id, at, "actorId", "actorName", "actorRole", action, "entityType", "entityId", before, after, origin, address)
  VALUES (uuid_v7(), noted_at,
    CASE WHEN is_server THEN said ->> 'actorId' ELSE session_user END,
    CASE WHEN is_server THEN said ->> 'actorName' ELSE session_user END,
    said ->> 'actorRole', coalesce(said ->> 'action', change), entity_type, entity_id, audit_members(before), audit_members(after),
    CASE WHEN is_server THEN coalesce(said ->> 'origin', 'server') ELSE 'sql' END,
    CASE WHEN is_server THEN said ->> 'address' ELSE host(inet_client_addr()) END);
END $$;

-- Arguments: entity type, column of its id, columns that are no configuration, and one that says which of several rows it is about.
-- Of an update, what has changed.
CREATE FUNCTION audit_row() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = callboard, pg_temp AS $$
DECLARE
  ignored text[] := TG_ARGV[2]::text[] || '{updatedAt,updatedBy}';
  before jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) - ignored END;
  after jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) - ignored END;
  entity_id text := coalesce(after, before) ->> TG_ARGV[1];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    SELECT jsonb_object_agg(key, before -> key), jsonb_object_agg(key, after -> key) INTO before, after
    FROM jsonb_object_keys(after) key WHERE before -> key IS DISTINCT FROM after -> key OR key = TG_ARGV[3];
    IF after IS NOT DISTINCT FROM before THEN
      RETURN NULL;
    END IF;
  ELSE
    SELECT jsonb_object_agg(key, value) INTO before FROM jsonb_each(before) WHERE value <> 'null';
    SELECT jsonb_object_agg(key, value) INTO after FROM jsonb_each(after) WHERE value <> 'null';
  END IF;
  PERFORM append_audit(lower(TG_OP), TG_ARGV[0], entity_id, before, after);
  RETURN NULL;
END $$;

CREATE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON "Schedule" FOR EACH ROW WHEN (current_writer() <> 'engine')
  EXECUTE FUNCTION audit_row('Schedule', 'id', '{nextRunAt,nextRunSource,decision,lastRunAt,runCount,failureCount,flag,activatedAt}');
CREATE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON "Pipeline" FOR EACH ROW WHEN (current_writer() <> 'engine')
  EXECUTE FUNCTION audit_row('Pipeline', 'id', '{}');
-- Whoever row-level security binds is an agent, whatever it says of itself.
CREATE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON "AgentRegistry" FOR EACH ROW
  WHEN (current_writer() <> 'engine' OR row_security_active('callboard."AgentRegistry"'::regclass))
  EXECUTE FUNCTION audit_row('Agent', 'id', '{healthStatus,healthMessage,healthVersion,healthCheckedAt,lastHeartbeat}');
CREATE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON "AgentVersionDeployment" FOR EACH ROW WHEN (current_writer() <> 'engine')
  EXECUTE FUNCTION audit_row('AgentVersionDeployment', 'agentId', '{}', 'environment');
CREATE TRIGGER audit AFTER UPDATE OR DELETE ON "AgentConfig" FOR EACH ROW WHEN (current_writer() <> 'engine')
  EXECUTE FUNCTION audit_row('AgentConfig', 'key', '{}');
-- An empty one is there to be locked, not to say anything.
CREATE TRIGGER audit_insert AFTER INSERT ON "AgentConfig" FOR EACH ROW WHEN (current_writer() <> 'engine' AND NEW.value <> '{}')
  EXECUTE FUNCTION audit_row('AgentConfig', 'key', '{}');
CREATE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON "Webhook" FOR EACH ROW WHEN (current_writer() <> 'engine')
  EXECUTE FUNCTION audit_row('Webhook', 'id', '{}');
CREATE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON "ApiToken" FOR EACH ROW WHEN (current_writer() <> 'engine')
  EXECUTE FUNCTION audit_row('ApiToken', 'id', '{lastUsedAt}');
CREATE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON "AgentLogin" FOR EACH ROW
  EXECUTE FUNCTION audit_row('AgentLogin', 'loginName', '{}');
CREATE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON "Backfill" FOR EACH ROW WHEN (current_writer() <> 'engine')
  EXECUTE FUNCTION audit_row('Backfill', 'id', '{created,cursorSlotAt,completedAt,timing,snapshot}');
CREATE TRIGGER audit AFTER UPDATE OF draining ON "Worker" FOR EACH ROW WHEN (current_writer() <> 'engine')
  EXECUTE FUNCTION audit_row('Worker', 'id', '{state,epoch,activeJobs,leaseExpiresAt,heartbeatAt,stoppedAt}');

REVOKE EXECUTE ON FUNCTION guard_audit(), audit_redacted(jsonb), audit_members(jsonb), append_audit(text, text, text, jsonb, jsonb), audit_row() FROM PUBLIC;
