-- One page, ordered by position, of the events that became visible after the snapshot "previous" and up to the
-- snapshot "upto". The plan is fixed here, because without fresh statistics the planner reads the whole table
-- for each poll. seek_outbox reads the first page: it finds the range by transaction and sorts all of it.
-- walk_outbox reads further pages in the order of the positions, so that a large range is sorted once, not for
-- each page.
CREATE OR REPLACE FUNCTION seek_outbox(previous pg_snapshot, upto pg_snapshot, after_pos bigint, only_kind text, page integer) RETURNS SETOF outbox
LANGUAGE plpgsql STABLE SET enable_seqscan = off SET plan_cache_mode = force_generic_plan SET search_path = callboard, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT * FROM (
    SELECT * FROM outbox WHERE xid >= pg_snapshot_xmax(previous) AND xid < pg_snapshot_xmax(upto)
    UNION ALL
    SELECT * FROM outbox WHERE xid = ANY (ARRAY(SELECT pg_snapshot_xip(previous)))
  ) AS candidate
  WHERE pos + 0 > after_pos AND (only_kind IS NULL OR kind = only_kind) AND pg_visible_in_snapshot(xid, upto)
  ORDER BY pos + 0 LIMIT page; -- "+ 0" keeps the planner from using the index on pos
END $$;

CREATE OR REPLACE FUNCTION walk_outbox(previous pg_snapshot, upto pg_snapshot, after_pos bigint, only_kind text, page integer) RETURNS SETOF outbox
LANGUAGE plpgsql STABLE SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET plan_cache_mode = force_generic_plan SET search_path = callboard, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT * FROM outbox
  WHERE pos > after_pos AND (only_kind IS NULL OR kind = only_kind)
    AND NOT pg_visible_in_snapshot(xid, previous) AND pg_visible_in_snapshot(xid, upto)
  ORDER BY pos LIMIT page;
END $$;
