-- What excludes others is the lock of a row here, not an advisory lock: any login of the database may take those, and an agent's could stop everybody.
CREATE TABLE "Mutex" (
    "name" TEXT NOT NULL,
    "heldUntil" TIMESTAMPTZ(3),

    CONSTRAINT "Mutex_pkey" PRIMARY KEY ("name")
);
REVOKE ALL ON "Mutex" FROM PUBLIC;

-- Takes a name for the rest of the transaction unless another has it. For names of things that come and go: a row that is inserted and
-- deleted keeps others from inserting it until the transaction ends, and leaves nothing behind.
CREATE FUNCTION try_mutex(wanted text) RETURNS boolean LANGUAGE plpgsql SET search_path = callboard, pg_temp SET lock_timeout = '10ms' AS $$
BEGIN
  INSERT INTO "Mutex" (name) VALUES (wanted);
  DELETE FROM "Mutex" WHERE name = wanted;
  RETURN true;
EXCEPTION WHEN lock_not_available THEN
  RETURN false;
END $$;
REVOKE EXECUTE ON FUNCTION try_mutex(text) FROM PUBLIC;
