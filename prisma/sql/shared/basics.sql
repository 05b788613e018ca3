-- Functions that all other files use. A function must not look up names in schemas where others can create
-- objects. So it sets its search path, or is written as RETURN …, which is parsed when the function is created
-- and can be inlined.

-- The pools of worker and server set callboard.writer to 'engine' or 'server'. Any other session is a reporter:
-- an agent, or a person with psql. A session that is subject to row-level security is a reporter, whatever it
-- sets.
CREATE OR REPLACE FUNCTION current_writer() RETURNS text LANGUAGE sql STABLE
  RETURN coalesce(current_setting('callboard.writer', true), '');
GRANT EXECUTE ON FUNCTION current_writer() TO callboard_agent;

-- Whether row-level security makes the session a reporter. It does not apply to the owner of the tables. If
-- server and worker use another role, that role has a policy that shows it every row, and may update a table
-- that no agent may update.
CREATE OR REPLACE FUNCTION is_bound(relation oid) RETURNS boolean LANGUAGE sql STABLE
  RETURN row_security_active(relation) AND NOT has_table_privilege('callboard."SecretKeyCheck"'::regclass::oid, 'UPDATE');
GRANT EXECUTE ON FUNCTION is_bound(oid) TO callboard_agent;

-- Time-ordered ids on PostgreSQL 14 and later (uuidv7() exists from 18): 48 bits of milliseconds, version, variant, random bits.
CREATE OR REPLACE FUNCTION uuid_v7() RETURNS text LANGUAGE sql VOLATILE
  RETURN encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        PLACING substring(int8send(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
      52, 1), 53, 1), 'hex')::uuid::text;

-- The engine's frequent statements set "updatedAt" themselves, because calling a trigger for each row takes longer.
CREATE OR REPLACE FUNCTION touch_updated_at() RETURNS trigger LANGUAGE plpgsql SET search_path = callboard, pg_temp AS $$
BEGIN
  NEW."updatedAt" := clock_timestamp();
  RETURN NEW;
END $$;

-- Whoever inserts a row by SQL and names no creator is its creator, as in the audit log.
CREATE OR REPLACE FUNCTION fill_creator() RETURNS trigger LANGUAGE plpgsql SET search_path = callboard, pg_temp AS $$
BEGIN
  NEW."createdBy" := session_user;
  RETURN NEW;
END $$;

-- Refuses JSON with a number that programs would read as another one, because they read 64-bit floating point: the
-- shortest text of that number would be different. Such numbers are mostly IDs. The argument names the column.
CREATE OR REPLACE FUNCTION refuse_rounded_numbers() RETURNS trigger LANGUAGE plpgsql SET search_path = callboard, pg_temp AS $$
DECLARE
  number numeric;
BEGIN
  FOR number IN SELECT part #>> '{}' FROM jsonb_path_query(to_jsonb(NEW) -> TG_ARGV[0], 'strict $.**') part WHERE jsonb_typeof(part) = 'number' LOOP
    CONTINUE WHEN number <> trunc(number) OR abs(number) <= 9007199254740992;
    IF abs(number) > 1.7976931348623157e308 OR number::float8::text::numeric <> number THEN
      RAISE EXCEPTION '% has a number that is too large to be read exactly: %', TG_ARGV[0], left(number::text, 50)
        USING ERRCODE = 'CB002', HINT = 'Write it as text.';
    END IF;
  END LOOP;
  RETURN NEW;
END $$;
