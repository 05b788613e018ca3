import type { Queryable } from '../system/queryable.js';
import { toJsonb } from '../system/to-jsonb.js';

export type WatchName = 'notifications' | 'workers' | 'jobs';

export interface LockedWatch {
  /** As `saveWatch` left it. */
  state: Record<string, unknown>;
  /** Milliseconds since then. */
  ageMs: number;
}

/** In a transaction: makes the caller the only one to watch until its end; undefined: another process is at it. */
export async function lockWatch(client: Queryable, name: WatchName): Promise<LockedWatch | undefined> {
  const { rows } = await client.query<LockedWatch>(
    `SELECT state, (extract(epoch FROM clock_timestamp() - at) * 1000)::float8 AS "ageMs" FROM "Watch" WHERE name = $1 FOR UPDATE SKIP LOCKED`,
    [name],
  );
  return rows[0];
}

/** Remembers what the watch has seen. The caller holds its lock. */
export async function saveWatch(client: Queryable, name: WatchName, state: object): Promise<void> {
  await client.query(`UPDATE "Watch" SET state = $2::jsonb, at = clock_timestamp() WHERE name = $1`, [
    name,
    toJsonb(state),
  ]);
}
