-- Locks a name for the rest of the transaction, or returns false if another transaction has locked it. The
-- name may be of something temporary: a row that is inserted and deleted keeps others from inserting it until
-- the transaction ends, and leaves nothing behind.
CREATE OR REPLACE FUNCTION try_mutex(wanted text) RETURNS boolean LANGUAGE plpgsql SET search_path = callboard, pg_temp SET lock_timeout = '10ms' AS $$
BEGIN
  INSERT INTO "Mutex" (name) VALUES (wanted);
  DELETE FROM "Mutex" WHERE name = wanted;
  RETURN true;
EXCEPTION WHEN lock_not_available THEN
  RETURN false;
END $$;
