CREATE OR REPLACE TRIGGER emit_record_inserts AFTER INSERT ON "Notification"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_record_changes('notification', 'id');
CREATE OR REPLACE TRIGGER emit_record_updates AFTER UPDATE ON "Notification"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_record_changes('notification', 'id');
