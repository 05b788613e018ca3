import type { Pool } from '../runtime/pool.js';

export interface TrimOptions {
  /** How long after its commit an event is kept at least. */
  olderThanMs: number;
  /** Rows that one statement deletes at most; each is a transaction of its own. */
  limit: number;
  /** Stops between two statements. */
  signal?: AbortSignal;
}

/** A hundred marks span the time that events are kept: what is trimmed is at most so much older than it need be. */
const MARK = `
  INSERT INTO outbox_mark (at) SELECT clock_timestamp()
  WHERE NOT EXISTS (SELECT FROM outbox_mark WHERE at > clock_timestamp() - $1 * interval '1 millisecond' / 100)
  ON CONFLICT DO NOTHING`;

/**
 * The newest mark that is old enough becomes the horizon, committed before anything is deleted: who reads while or after rows go, knows.
 * Marks that came with a dump from another cluster lie ahead of this one's ids and are passed over.
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
 * Deletes the events that were committed longer ago than `olderThanMs`, and says how many. To be called again and again, by
 * any number of processes: a call also marks the present, which is what later calls go by. A cursor from before the horizon
 * that this leaves is expired.
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
