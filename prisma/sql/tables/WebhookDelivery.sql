CREATE OR REPLACE TRIGGER emit_record_inserts AFTER INSERT ON "WebhookDelivery"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_record_changes('webhook', 'webhookId');
CREATE OR REPLACE TRIGGER emit_record_updates AFTER UPDATE ON "WebhookDelivery"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_record_changes('webhook', 'webhookId');
