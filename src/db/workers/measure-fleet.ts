import type { Queryable } from '../system/queryable.js';

/** Whether any worker is running. */
export interface FleetMeasure {
  now: Date;
  /** Workers whose lease is valid. */
  alive: number;
  /** Alive workers that claim work. */
  claiming: number;
  /** When a worker last renewed its lease or stopped. Null if there has never been a worker. */
  lastSeenAt: Date | null;
}

export async function measureFleet(client: Queryable): Promise<FleetMeasure> {
  const { rows } = await client.query<FleetMeasure>(
    `SELECT now, count(*) FILTER (WHERE alive)::int AS alive, count(*) FILTER (WHERE alive AND NOT draining)::int AS claiming, max(seen) AS "lastSeenAt"
     FROM (SELECT clock_timestamp() AS now) clock LEFT JOIN LATERAL (
       SELECT state <> 'dead' AND "leaseExpiresAt" > clock.now AS alive, draining, greatest("heartbeatAt", "stoppedAt") AS seen FROM "Worker") worker ON true
     GROUP BY now`,
  );
  return rows[0] as FleetMeasure;
}
