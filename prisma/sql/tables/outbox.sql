-- The events of the outbox, one row each. Rows with arrays stand for up to a thousand events, so pos leaves room for as
-- many. rowPos is the position of the row in the table.
CREATE OR REPLACE VIEW outbox_event AS
  SELECT "rowPos" * 1000 + place - 1 AS pos, xid, at, kind, coalesce(id, "entityId") AS "entityId", "previousStatus", status, supersedes,
    coalesce(job, "jobId") AS "jobId", "agentId", coalesce(schedule, "scheduleId") AS "scheduleId",
    CASE WHEN kind = 'execution' THEN coalesce(id, "entityId") ELSE "scheduleExecutionId" END AS "scheduleExecutionId", "pipelineId", "pipelineStepId",
    coalesce(context, "contextId") AS "contextId", "rowPos"
  FROM (
    SELECT o.*, o.pos AS "rowPos", unnest("entityIds") AS id, unnest("jobIds") AS job, unnest("contextIds") AS context,
      unnest(CASE kind WHEN 'schedule' THEN "entityIds" ELSE "scheduleIds" END) AS schedule,
      generate_series(1, coalesce(cardinality("entityIds"), 1)) AS place
    FROM outbox o
  ) event;

-- One page, ordered by position, of the events that became visible after the snapshot "previous" and up to the
-- snapshot "upto". The plan is fixed here, because without fresh statistics the planner reads the whole table
-- for each poll. seek_outbox reads the first page: it finds the range by transaction and sorts all of it.
-- walk_outbox reads further pages in the order of the positions, so that a large range is sorted once, not for
-- each page.
CREATE OR REPLACE FUNCTION seek_outbox(previous pg_snapshot, upto pg_snapshot, after_pos bigint, only_kind text, page integer) RETURNS SETOF outbox
LANGUAGE plpgsql STABLE SET enable_seqscan = off SET plan_cache_mode = force_generic_plan SET search_path = callboard, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT pos, xid, at, kind, "entityId", "previousStatus", status, supersedes, "jobId", "agentId", "scheduleId",
    "scheduleExecutionId", "pipelineId", "pipelineStepId", "contextId", NULL::text[], NULL::text[], NULL::text[], NULL::text[]
  FROM (
    SELECT * FROM outbox_event WHERE xid >= pg_snapshot_xmax(previous) AND xid < pg_snapshot_xmax(upto)
    UNION ALL
    SELECT * FROM outbox_event WHERE xid = ANY (ARRAY(SELECT pg_snapshot_xip(previous)))
  ) AS candidate
  WHERE pos > after_pos AND (only_kind IS NULL OR kind = only_kind) AND pg_visible_in_snapshot(xid, upto)
  ORDER BY pos LIMIT page;
END $$;

CREATE OR REPLACE FUNCTION walk_outbox(previous pg_snapshot, upto pg_snapshot, after_pos bigint, only_kind text, page integer) RETURNS SETOF outbox
LANGUAGE plpgsql STABLE SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET plan_cache_mode = force_generic_plan SET search_path = callboard, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT pos * 1000 + place - 1, xid, at, kind, coalesce(id, "entityId"), "previousStatus", status, supersedes,
    coalesce(job, "jobId"), "agentId", coalesce(schedule, "scheduleId"), CASE WHEN kind = 'execution' THEN coalesce(id, "entityId") ELSE "scheduleExecutionId" END,
    "pipelineId", "pipelineStepId", coalesce(context, "contextId"),
    NULL::text[], NULL::text[], NULL::text[], NULL::text[]
  FROM ( -- as in outbox_event, but in the order of the index: the rest of a large range is not read
    SELECT o.*, unnest("entityIds") AS id, unnest("jobIds") AS job, unnest("contextIds") AS context,
      unnest(CASE kind WHEN 'schedule' THEN "entityIds" ELSE "scheduleIds" END) AS schedule,
      generate_series(1, coalesce(cardinality("entityIds"), 1)) AS place
    FROM outbox o
    WHERE pos >= after_pos / 1000 AND (only_kind IS NULL OR kind = only_kind)
      AND NOT pg_visible_in_snapshot(xid, previous) AND pg_visible_in_snapshot(xid, upto)
    ORDER BY pos
  ) event
  WHERE pos * 1000 + place - 1 > after_pos LIMIT page;
END $$;
