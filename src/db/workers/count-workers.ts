import type { Queryable } from '../system/queryable.js';

export interface WorkerCounts {
  /** Workers whose lease is valid. */
  alive: number;
  /** Alive workers that have attempts in progress. */
  busy: number;
  /** Alive workers that claim no more work. */
  draining: number;
  /** Workers that died without signing off, within the requested time. */
  dead: number;
}

export async function countWorkers(client: Queryable, lostWithinMs: number): Promise<WorkerCounts> {
  const { rows } = await client.query<WorkerCounts>(
    `SELECT count(*) FILTER (WHERE alive)::int AS alive, count(*) FILTER (WHERE alive AND "activeJobs" > 0)::int AS busy,
       count(*) FILTER (WHERE alive AND draining)::int AS draining,
       count(*) FILTER (WHERE NOT alive AND "stoppedAt" IS NULL AND "leaseExpiresAt" > now - $1 * interval '1 millisecond')::int AS dead
     FROM (SELECT *, state <> 'dead' AND "leaseExpiresAt" > clock_timestamp() AS alive, clock_timestamp() AS now FROM "Worker") worker`,
    [lostWithinMs],
  );
  return rows[0] ?? { alive: 0, busy: 0, draining: 0, dead: 0 };
}
