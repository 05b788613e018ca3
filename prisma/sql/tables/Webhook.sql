CREATE OR REPLACE TRIGGER touch_updated_at BEFORE UPDATE ON "Webhook" FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

CREATE OR REPLACE TRIGGER emit_record_inserts AFTER INSERT ON "Webhook"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_record_changes('webhook', 'id');
CREATE OR REPLACE TRIGGER emit_record_updates AFTER UPDATE ON "Webhook"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_record_changes('webhook', 'id');
CREATE OR REPLACE TRIGGER emit_record_deletes AFTER DELETE ON "Webhook"
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_record_changes('webhook', 'id');

CREATE OR REPLACE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON "Webhook" FOR EACH ROW WHEN (current_writer() <> 'engine')
  EXECUTE FUNCTION audit_row('Webhook', 'id', '{}');
