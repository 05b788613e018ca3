import type { Capabilities } from '../../domain/worker/requirements.js';
import type { Queryable } from '../system/queryable.js';

export interface WorkerCounts {
  /** Workers whose lease is valid. */
  alive: number;
  /** Alive workers that have attempts in progress. */
  busy: number;
  /** Alive workers that claim no new work. */
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

export interface AliveWorker {
  id: string;
  capabilities: Capabilities;
  /** Whether it claims no new work. */
  draining: boolean;
}

/** Workers whose lease has not expired. */
export async function aliveWorkers(client: Queryable): Promise<AliveWorker[]> {
  const { rows } = await client.query<AliveWorker>(
    `SELECT id, capabilities, draining FROM "Worker" WHERE state <> 'dead' AND "leaseExpiresAt" > clock_timestamp()`,
  );
  return rows;
}

/** SQL: one row with the number of workers whose lease is valid (`alive`), and of those that claim work (`claiming`). */
export const FLEET = `SELECT count(*) AS alive, count(*) FILTER (WHERE NOT draining) AS claiming FROM "Worker" WHERE state <> 'dead' AND "leaseExpiresAt" > clock_timestamp()`;

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

/** Counts attempts that a worker whose lease has expired sent, and that no agent has accepted. */
export async function countExpiredLeases(client: Queryable): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM "AgentJobExecution" a
     WHERE a.status = 'running' AND a."acceptedAt" IS NULL AND a."workerId" IS NOT NULL AND NOT EXISTS (
       SELECT FROM "Worker" w WHERE w.id = a."workerId" AND w.epoch = a."leaseEpoch" AND w.state <> 'dead'
         AND w."leaseExpiresAt" > clock_timestamp())`,
  );
  return rows[0]?.count ?? 0;
}
