import type { Pool } from '../runtime/database/pool.js';

export interface TrimOptions {
  /** The minimum time that an event is kept after its commit. */
  olderThanMs: number;
  /** Maximum number of rows that one statement deletes, in its own transaction. */
  limit: number;
  /** Stops between two statements. */
  signal?: AbortSignal;
}

/**
 * A hundred marks span the time that events are kept, so trimmed events are at most a hundredth of that older
 * than necessary.
 */
const MARK = `
  INSERT INTO outbox_mark (at) SELECT clock_timestamp()
  WHERE NOT EXISTS (SELECT FROM outbox_mark WHERE at > clock_timestamp() - $1 * interval '1 millisecond' / 100)
  ON CONFLICT DO NOTHING`;

/**
 * Makes the newest mark that is old enough the horizon. This is committed before anything is deleted, so that
 * readers detect missing rows. Marks from another cluster, which came with a dump, are ahead of this
 * cluster's ids and are skipped.
 */
const MOVE_HORIZON = `
  WITH horizon AS (
    SELECT at FROM outbox_mark
    WHERE at <= clock_timestamp() - $1 * interval '1 millisecond'
      AND pg_snapshot_xmax(snapshot) <= pg_snapshot_xmax(pg_current_snapshot())
    ORDER BY at DESC LIMIT 1
  ), forgotten AS (
    DELETE FROM outbox_mark WHERE at < (SELECT at FROM horizon)
  )
  UPDATE outbox_mark SET trimmed = true WHERE at = (SELECT at FROM horizon)
  RETURNING snapshot::text`;

const DELETE = `
  DELETE FROM outbox WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM outbox
    WHERE xid < pg_snapshot_xmax($1::pg_snapshot) AND pg_visible_in_snapshot(xid, $1::pg_snapshot)
    ORDER BY xid LIMIT $2 FOR UPDATE SKIP LOCKED
  ))`;

/**
 * Deletes events that were committed more than `olderThanMs` ago. Call it repeatedly, from any number of
 * processes: a call also marks the current snapshot, which later calls use. Cursors before the resulting
 * horizon are expired.
 * @returns how many rows were deleted, of which some are many events
 */
export async function trimOutbox(pool: Pool, { olderThanMs, limit, signal }: TrimOptions): Promise<number> {
  await pool.query(MARK, [olderThanMs]);
  const { rows } = await pool.query<{ snapshot: string }>(MOVE_HORIZON, [olderThanMs]);
  const horizon = rows[0]?.snapshot;
  let trimmed = 0;
  for (
    let deleted = limit;
    horizon !== undefined && deleted === limit && !signal?.aborted;
    trimmed += deleted
  ) {
    deleted = (await pool.query(DELETE, [horizon, limit])).rowCount ?? 0;
  }
  return trimmed;
}
