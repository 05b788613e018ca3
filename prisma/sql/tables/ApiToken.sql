CREATE OR REPLACE TRIGGER emit_record_inserts AFTER INSERT ON "ApiToken"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_record_changes('token', 'id', 'lastUsedAt');
CREATE OR REPLACE TRIGGER emit_record_updates AFTER UPDATE ON "ApiToken"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_record_changes('token', 'id', 'lastUsedAt');
CREATE OR REPLACE TRIGGER emit_record_deletes AFTER DELETE ON "ApiToken"
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_record_changes('token', 'id', 'lastUsedAt');

CREATE OR REPLACE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON "ApiToken" FOR EACH ROW WHEN (current_writer() <> 'engine')
  EXECUTE FUNCTION audit_row('ApiToken', 'id', '{lastUsedAt}');
