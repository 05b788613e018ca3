-- What people set up here is watched like everything else, so that what the admin shows is true: webhooks and their calls, notifications,
-- tokens, settings, pipelines, backfills, the audit. They are few and change seldom, so one kind of event tells of all of them: status is what kind of record
-- it is, or 'deleted'; previousStatus is what it was, null when it is new.
ALTER TABLE outbox DROP CONSTRAINT outbox_kind_check;
ALTER TABLE outbox ADD CONSTRAINT outbox_kind_check CHECK (kind IN ('job', 'execution', 'schedule', 'agent', 'worker', 'record'));

-- Arguments: the kind of record, the column with its id, and a column that is no news. What belongs to a record is a change of it.
CREATE FUNCTION emit_record_changes() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = callboard, pg_temp SET enable_nestloop = off AS $$
DECLARE
  of_kind text := TG_ARGV[0];
  id_column text := TG_ARGV[1];
  no_news text[] := ARRAY['updatedAt', coalesce(TG_ARGV[2], '')];
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO outbox (kind, "entityId", "previousStatus", status)
    SELECT DISTINCT 'record', to_jsonb(n) ->> id_column, CASE WHEN id_column NOT IN ('id', 'key') THEN of_kind END, of_kind FROM new_rows n;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO outbox (kind, "entityId", "previousStatus", status)
    SELECT DISTINCT 'record', news.row ->> id_column, of_kind, of_kind
    FROM (SELECT to_jsonb(n) - no_news AS row FROM new_rows n EXCEPT SELECT to_jsonb(o) - no_news FROM old_rows o) AS news;
  ELSE
    INSERT INTO outbox (kind, "entityId", "previousStatus", status)
    SELECT 'record', to_jsonb(o) ->> id_column, of_kind, 'deleted' FROM old_rows o;
  END IF;
  IF FOUND THEN
    PERFORM pg_notify('callboard_events', '');
  END IF;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION emit_record_changes() FROM PUBLIC;

CREATE TRIGGER emit_record_inserts AFTER INSERT ON "Webhook"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_record_changes('webhook', 'id');
CREATE TRIGGER emit_record_updates AFTER UPDATE ON "Webhook"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_record_changes('webhook', 'id');
CREATE TRIGGER emit_record_deletes AFTER DELETE ON "Webhook"
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_record_changes('webhook', 'id');

CREATE TRIGGER emit_record_inserts AFTER INSERT ON "WebhookDelivery"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_record_changes('webhook', 'webhookId');
CREATE TRIGGER emit_record_updates AFTER UPDATE ON "WebhookDelivery"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_record_changes('webhook', 'webhookId');

CREATE TRIGGER emit_record_inserts AFTER INSERT ON "Notification"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_record_changes('notification', 'id');
CREATE TRIGGER emit_record_updates AFTER UPDATE ON "Notification"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_record_changes('notification', 'id');

CREATE TRIGGER emit_record_inserts AFTER INSERT ON "NotificationDelivery"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_record_changes('notification', 'notificationId');
CREATE TRIGGER emit_record_updates AFTER UPDATE ON "NotificationDelivery"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_record_changes('notification', 'notificationId');

CREATE TRIGGER emit_record_inserts AFTER INSERT ON "ApiToken"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_record_changes('token', 'id', 'lastUsedAt');
CREATE TRIGGER emit_record_updates AFTER UPDATE ON "ApiToken"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_record_changes('token', 'id', 'lastUsedAt');
CREATE TRIGGER emit_record_deletes AFTER DELETE ON "ApiToken"
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_record_changes('token', 'id', 'lastUsedAt');

CREATE TRIGGER emit_record_inserts AFTER INSERT ON "AgentConfig"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_record_changes('setting', 'key');
CREATE TRIGGER emit_record_updates AFTER UPDATE ON "AgentConfig"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_record_changes('setting', 'key');
CREATE TRIGGER emit_record_deletes AFTER DELETE ON "AgentConfig"
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_record_changes('setting', 'key');

CREATE TRIGGER emit_record_inserts AFTER INSERT ON "Pipeline"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_record_changes('pipeline', 'id');
CREATE TRIGGER emit_record_updates AFTER UPDATE ON "Pipeline"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_record_changes('pipeline', 'id');
CREATE TRIGGER emit_record_deletes AFTER DELETE ON "Pipeline"
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_record_changes('pipeline', 'id');

CREATE TRIGGER emit_record_inserts AFTER INSERT ON "Backfill"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_record_changes('backfill', 'id', 'cursorSlotAt');
CREATE TRIGGER emit_record_updates AFTER UPDATE ON "Backfill"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_record_changes('backfill', 'id', 'cursorSlotAt');

CREATE TRIGGER emit_record_inserts AFTER INSERT ON "AuditEntry"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_record_changes('audit', 'id');
