CREATE OR REPLACE TRIGGER emit_record_inserts AFTER INSERT ON "NotificationDelivery"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_record_changes('notification', 'notificationId');
CREATE OR REPLACE TRIGGER emit_record_updates AFTER UPDATE ON "NotificationDelivery"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_record_changes('notification', 'notificationId');
