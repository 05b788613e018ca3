-- Which cluster and database the events were written in: transaction ids mean nothing in another one, to which a dump takes them
-- all the same. (src/events/adopt-outbox.ts)
CREATE FUNCTION database_origin() RETURNS text LANGUAGE sql STABLE SET search_path = callboard, pg_temp AS $$
  SELECT (SELECT system_identifier FROM pg_catalog.pg_control_system())::text || '/' || (SELECT oid FROM pg_catalog.pg_database WHERE datname = pg_catalog.current_database())::text
$$;

CREATE TABLE outbox_origin (
  one boolean NOT NULL DEFAULT true PRIMARY KEY CHECK (one),
  origin text NOT NULL
);
INSERT INTO outbox_origin (origin) VALUES (database_origin());
