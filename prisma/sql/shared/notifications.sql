-- Signals for notifications; src/watch groups and delivers them. Argument: the kind of signal.
CREATE OR REPLACE FUNCTION signal_notification() RETURNS trigger LANGUAGE plpgsql SET search_path = callboard, pg_temp AS $$
BEGIN
  INSERT INTO "NotificationSignal" (kind, "subjectId", at) VALUES (TG_ARGV[0], NEW.id, clock_timestamp());
  PERFORM pg_notify('callboard_notify', '');
  RETURN NULL;
END $$;
