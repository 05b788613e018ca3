import type { Queryable } from '../system/queryable.js';

/** Whether anybody is at work. */
export interface FleetMeasure {
  now: Date;
  /** Workers whose lease is in force. */
  alive: number;
  /** Of these, workers that claim work. */
  claiming: number;
  /** When a worker last renewed its lease or left; null: there has never been one. */
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
