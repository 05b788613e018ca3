CREATE OR REPLACE FUNCTION database_origin() RETURNS text LANGUAGE sql STABLE SET search_path = callboard, pg_temp AS $$
  SELECT (SELECT system_identifier FROM pg_catalog.pg_control_system())::text || '/' || (SELECT oid FROM pg_catalog.pg_database WHERE datname = pg_catalog.current_database())::text
$$;
INSERT INTO outbox_origin (origin) VALUES (database_origin()) ON CONFLICT DO NOTHING;
