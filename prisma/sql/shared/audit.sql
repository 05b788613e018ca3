-- The audit log, written by triggers. Actions that change no configuration (a manual start, a cancelled job)
-- are recorded by use cases with append_audit. The log contains neither the engine's own writes (plans,
-- counters) nor heartbeats.

-- Replaces secrets with {"set": true}, at any depth. Secrets are encrypted texts, and texts whose name suggests
-- a secret. A hint in a column "<name>Hint" is kept. Names are compared in the collation "C", because "I" is not
-- the capital of "i" in Turkish.
CREATE OR REPLACE FUNCTION audit_redacted(given jsonb) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE SET search_path = callboard, pg_temp AS $$
DECLARE
  secret_name constant text := '(passw|secret|token|api[-_]?key|credential|authorization|private[-_]?key|cookie)';
  sealed constant text := '^v1\.[A-Za-z0-9_-]{38,}$';
BEGIN
  IF jsonb_typeof(given) = 'object' THEN
    RETURN (
      SELECT coalesce(jsonb_object_agg(member.key, CASE
        WHEN jsonb_typeof(member.value) = 'string' AND member.key !~* 'hint$' AND (member.key COLLATE "C" ~* secret_name OR member.value #>> '{}' ~ sealed)
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

-- Omits members that would make the audit log larger than the objects it describes (schemas, params). Most
-- changes contain no secret, and a few searches of the whole text show that. Checking each member took most of
-- the time of a configuration change, and a regular expression takes twice as long as these searches. They find
-- all that audit_redacted may replace, and more.
CREATE OR REPLACE FUNCTION audit_members(members jsonb) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE SET search_path = callboard, pg_temp AS $$
DECLARE
  written text COLLATE "C" := lower(members::text COLLATE "C");
BEGIN
  IF written IS NULL OR octet_length(written) <= 32768
    AND strpos(written, 'passw') = 0 AND strpos(written, 'secret') = 0 AND strpos(written, 'token') = 0
    AND strpos(written, 'credential') = 0 AND strpos(written, 'authorization') = 0 AND strpos(written, 'cookie') = 0
    AND strpos(written, 'hint"') = 0 AND strpos(written, 'v1.') = 0
    AND (strpos(written, 'key') = 0 OR strpos(written, 'api') = 0 AND strpos(written, 'private') = 0) THEN
    RETURN members;
  END IF;
  RETURN audit_redacted((
    SELECT jsonb_object_agg(key, CASE
      WHEN octet_length(value::text) > 32768 THEN jsonb_build_object('omittedBytes', octet_length(value::text)) ELSE value END)
    FROM jsonb_each(members)));
END $$;

-- The server names the actor of the transaction in the setting callboard.audit (actorId, actorName, actorRole,
-- action, origin, address). For other sessions, the login and its address are recorded, whatever the session
-- sets.
CREATE OR REPLACE FUNCTION audit_actor(OUT "actorId" text, OUT "actorName" text, OUT "actorRole" text, OUT action text, OUT origin text, OUT address text)
LANGUAGE plpgsql STABLE SET search_path = callboard, pg_temp AS $$
DECLARE
  said jsonb;
BEGIN
  IF current_writer() = 'server' AND NOT EXISTS (SELECT FROM "AgentLogin" WHERE "loginName" = session_user) THEN
    said := nullif(current_setting('callboard.audit', true), '')::jsonb;
    "actorId" := said ->> 'actorId';
    "actorName" := said ->> 'actorName';
    "actorRole" := said ->> 'actorRole';
    action := said ->> 'action';
    origin := coalesce(said ->> 'origin', 'server');
    address := said ->> 'address';
  ELSE
    "actorId" := session_user;
    "actorName" := session_user;
    origin := 'sql';
    address := host(inet_client_addr());
  END IF;
END $$;

CREATE OR REPLACE FUNCTION append_audit(change text, entity_type text, entity_id text, before jsonb, after jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = callboard, pg_temp AS $$
DECLARE
  -- Read before the id is generated, which also contains a time, so that a reader that starts at this time
  -- finds the entry.
  noted_at timestamptz := date_trunc('milliseconds', clock_timestamp());
BEGIN
  INSERT INTO "AuditEntry" (id, at, "actorId", "actorName", "actorRole", action, "entityType", "entityId", before, after, origin, address)
  SELECT uuid_v7(), noted_at, "actorId", "actorName", "actorRole", coalesce(action, change), entity_type, entity_id, audit_members(before), audit_members(after),
    origin, address FROM audit_actor();
END $$;

-- Removes columns that are null, but keeps nulls within values. jsonb_strip_nulls would remove those too, in
-- a tenth of the time.
CREATE OR REPLACE FUNCTION audit_set_columns(members jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE
  RETURN CASE WHEN jsonb_path_exists(members, '$.*.**{1 to last} ? (@ == null)')
    THEN (SELECT jsonb_object_agg(key, value) FROM jsonb_each(members) WHERE value <> 'null')
    ELSE jsonb_strip_nulls(members) END;

-- Arguments: entity type, column with the entity's id, columns that are not configuration, and a
-- column that is recorded with every update. An update records the changed columns.
CREATE OR REPLACE FUNCTION audit_row() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = callboard, pg_temp AS $$
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
  ELSIF TG_OP = 'INSERT' THEN
    after := audit_set_columns(after);
  ELSE
    before := audit_set_columns(before);
  END IF;
  PERFORM append_audit(lower(TG_OP COLLATE "C"), TG_ARGV[0], entity_id, before, after);
  RETURN NULL;
END $$;

-- Like audit_row, but once for all rows that a statement inserts, for tables with bulk inserts. Arguments:
-- the first three of audit_row.
CREATE OR REPLACE FUNCTION audit_inserts() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = callboard, pg_temp AS $$
DECLARE
  ignored text[] := TG_ARGV[2]::text[] || '{updatedAt,updatedBy}';
  noted_at timestamptz := date_trunc('milliseconds', clock_timestamp());
BEGIN
  INSERT INTO "AuditEntry" (id, at, "actorId", "actorName", "actorRole", action, "entityType", "entityId", after, origin, address)
  SELECT uuid_v7(), noted_at, "actorId", "actorName", "actorRole", coalesce(action, 'insert'), TG_ARGV[0], inserted.row ->> TG_ARGV[1],
    audit_members(audit_set_columns(inserted.row - ignored)), origin, address
  FROM audit_actor(), (SELECT to_jsonb(n) AS row FROM new_rows n OFFSET 0) inserted; -- OFFSET 0: converted once, not for each use
  RETURN NULL;
END $$;
