-- Most of what is audited holds no secret, and says so at a glance: taking it apart member by member, and each text by regular
-- expressions, was most of what a change of configuration cost. A text without any of these has nothing that audit_redacted would
-- change, and no member that is too large.
CREATE OR REPLACE FUNCTION audit_members(members jsonb) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE SET search_path = callboard, pg_temp AS $$
DECLARE
  written text := members::text;
BEGIN
  IF written IS NULL OR octet_length(written) <= 32768
    AND written !~* '(passw|secret|token|api[-_]?key|credential|authorization|private[-_]?key|cookie|hint"|v1\.)' THEN
    RETURN members;
  END IF;
  RETURN audit_redacted((
    SELECT jsonb_object_agg(key, CASE
      WHEN octet_length(value::text) > 32768 THEN jsonb_build_object('omittedBytes', octet_length(value::text)) ELSE value END)
    FROM jsonb_each(members)));
END $$;

-- Of an insertion or a deletion one side is not there, and needs no look.
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
    after := (SELECT jsonb_object_agg(key, value) FROM jsonb_each(after) WHERE value <> 'null');
  ELSE
    before := (SELECT jsonb_object_agg(key, value) FROM jsonb_each(before) WHERE value <> 'null');
  END IF;
  PERFORM append_audit(lower(TG_OP), TG_ARGV[0], entity_id, before, after);
  RETURN NULL;
END $$;

-- An entry is told by its id alone: no need to take the whole of it apart, as emit_record_changes does for tables of any kind.
CREATE FUNCTION emit_audit_entries() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = callboard, pg_temp AS $$
BEGIN
  INSERT INTO outbox (kind, "entityId", status) SELECT 'record', id, 'audit' FROM new_rows;
  IF FOUND THEN
    PERFORM pg_notify('callboard_events', '');
  END IF;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION emit_audit_entries() FROM PUBLIC;
DROP TRIGGER emit_record_inserts ON "AuditEntry";
CREATE TRIGGER emit_record_inserts AFTER INSERT ON "AuditEntry" REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION emit_audit_entries();
