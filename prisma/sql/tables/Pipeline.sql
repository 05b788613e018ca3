CREATE OR REPLACE TRIGGER fill_creator BEFORE INSERT ON "Pipeline" FOR EACH ROW
  WHEN (NEW."createdBy" IS NULL) EXECUTE FUNCTION fill_creator();
CREATE OR REPLACE TRIGGER refuse_rounded_numbers BEFORE INSERT OR UPDATE OF steps ON "Pipeline" FOR EACH ROW
  WHEN (NEW.steps::text ~ '\d{16}') EXECUTE FUNCTION refuse_rounded_numbers('steps');
CREATE OR REPLACE TRIGGER touch_updated_at BEFORE UPDATE ON "Pipeline" FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

CREATE OR REPLACE TRIGGER notify_config AFTER INSERT OR UPDATE OR DELETE ON "Pipeline" FOR EACH STATEMENT EXECUTE FUNCTION notify_config();
CREATE OR REPLACE TRIGGER emit_record_inserts AFTER INSERT ON "Pipeline"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_record_changes('pipeline', 'id');
CREATE OR REPLACE TRIGGER emit_record_updates AFTER UPDATE ON "Pipeline"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_record_changes('pipeline', 'id');
CREATE OR REPLACE TRIGGER emit_record_deletes AFTER DELETE ON "Pipeline"
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_record_changes('pipeline', 'id');

CREATE OR REPLACE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON "Pipeline" FOR EACH ROW WHEN (current_writer() <> 'engine')
  EXECUTE FUNCTION audit_row('Pipeline', 'id', '{}');
