import type { Queryable } from '../system/queryable.js';
import { toJsonb } from '../system/to-jsonb.js';

export type WatchName = 'notifications' | 'workers' | 'jobs';

export interface LockedWatch {
  /** The state that `saveWatch` stored last. */
  state: Record<string, unknown>;
  /** Milliseconds since the state was stored. */
  ageMs: number;
}

/**
 * Locks a watch for the rest of the transaction, so that only one process evaluates it. Undefined if another
 * process has locked it.
 */
export async function lockWatch(client: Queryable, name: WatchName): Promise<LockedWatch | undefined> {
  const { rows } = await client.query<LockedWatch>(
    `SELECT state, (extract(epoch FROM clock_timestamp() - at) * 1000)::float8 AS "ageMs" FROM "Watch" WHERE name = $1 FOR UPDATE SKIP LOCKED`,
    [name],
  );
  return rows[0];
}

/** Stores the state of a watch. The caller has locked it. */
export async function saveWatch(client: Queryable, name: WatchName, state: object): Promise<void> {
  await client.query(`UPDATE "Watch" SET state = $2::jsonb, at = clock_timestamp() WHERE name = $1`, [
    name,
    toJsonb(state),
  ]);
}
