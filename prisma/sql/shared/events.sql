-- Events. Statement-level triggers append to the outbox, so that changes by direct SQL also emit events, and a bulk write needs one insert.
-- Attempts, runs or schedules that a statement changes alike share a row; the view outbox_event has a row for each event.
-- Then NOTIFY wakes the listeners. A notification only says that there are rows to read. Channels:
--   callboard_events   the outbox has new rows
--   callboard_config   agents, versions, pipelines or settings changed
--   callboard_worker   a worker started, stopped, or was asked to drain
--   callboard_stop     a run with jobs has to stop; the payload is its id. The engine's own writes send this as well
--   callboard_notify   there is a signal for a notification
--   callboard_engine   there is work for the engine. The engine's own writes do not send this. The payload says what changed, and when the
--                      earliest of it is due, in milliseconds since 1970, so that only the loops concerned wake up
--                      (src/engine/maintain/foreign-writes.ts):
--     schedule:<instant>   schedules changed, and the earliest of their next runs is due then
--     unplanned            an enabled schedule has no next run
--     execution:<instant>  runs are new, and the earliest of them is due then
--     execution            runs changed
--     attempt              attempts are new or changed
--     backfill             backfills are new or changed
--     anything else        anything may have changed
--
-- Functions that join old and new rows turn off nested loops. A session keeps the plan of its first statement, and a plan that suits a
-- single row takes 15 s for 10 000 rows (0.3 s with a hash join). Where no other join is possible, the cost of the plan becomes so high that
-- PostgreSQL would compile it (jit), which takes hundreds of milliseconds in each session.

-- Milliseconds since 1970.
CREATE OR REPLACE FUNCTION instant_of(at timestamptz) RETURNS text LANGUAGE sql STABLE
  RETURN floor(extract(epoch FROM at) * 1000)::bigint::text;

-- Records that people manage share one kind of event, 'record': webhooks and their calls, notifications,
-- tokens, settings, pipelines, backfills. They are few and change rarely. status is the kind of record, or
-- 'deleted'. previousStatus is null for a new record. Arguments: the kind of record, the column with its id,
-- and a column whose changes emit no event. A change of a part of a record is an event of the
-- record.
CREATE OR REPLACE FUNCTION emit_record_changes() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = callboard, pg_temp SET enable_nestloop = off SET jit = off AS $$
DECLARE
  of_kind text := TG_ARGV[0];
  id_column text := TG_ARGV[1];
  no_news text[] := ARRAY['updatedAt', coalesce(TG_ARGV[2], '')];
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO outbox (kind, "entityId", "previousStatus", status)
    SELECT DISTINCT 'record', to_jsonb(n) ->> id_column, CASE WHEN id_column NOT IN ('id', 'key') THEN of_kind END, of_kind FROM new_rows n;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO outbox (kind, "entityId", "previousStatus", status)
    SELECT DISTINCT 'record', news.row ->> id_column, of_kind, of_kind
    FROM (SELECT to_jsonb(n) - no_news AS row FROM new_rows n EXCEPT SELECT to_jsonb(o) - no_news FROM old_rows o) AS news;
  ELSE
    INSERT INTO outbox (kind, "entityId", "previousStatus", status)
    SELECT 'record', to_jsonb(o) ->> id_column, of_kind, 'deleted' FROM old_rows o;
  END IF;
  IF FOUND THEN
    PERFORM pg_notify('callboard_events', '');
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION notify_config() RETURNS trigger LANGUAGE plpgsql SET search_path = callboard, pg_temp AS $$
BEGIN
  PERFORM pg_notify('callboard_config', '');
  RETURN NULL;
END $$;
