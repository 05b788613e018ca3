import { IS_ACCEPTED, IS_SENT } from '../jobs/end/running-attempts.js';
import type { Queryable } from './queryable.js';

/** What the engine can wait for. */
export type DueKind =
  | 'execution'
  | 'expansion'
  | 'batch'
  | 'retry'
  | 'dependency'
  | 'deadline'
  | 'silence'
  | 'queue'
  | 'run';

/** When the heartbeat timeout of an attempt ends; in UTC, like the index. */
export const SILENT_AT = `((coalesce("progressAt", "acceptedAt") AT TIME ZONE 'UTC') + "heartbeatTimeout" * interval '1 millisecond')`;
export const MAY_FALL_SILENT = `${IS_ACCEPTED} AND "heartbeatTimeout" IS NOT NULL`;

/** When a released job has waited too long; in UTC, like the index. */
export const QUEUE_ENDS_AT = `(("releasedAt" AT TIME ZONE 'UTC') + "maxQueueTime" * interval '1 millisecond')`;
export const WAITS_FOR_A_TIME = `status = 'pending' AND "releasedAt" IS NOT NULL AND "maxQueueTime" IS NOT NULL`;

/** An open run with a limit on its duration. */
export const MAY_BE_OVERDUE = `"overdueAt" IS NOT NULL AND "runStatus" IN ('pending', 'running') AND "cancelRequestedAt" IS NULL AND "waitingSince" IS NULL`;

/**
 * Each statement reads the first entry of a partial index. That for deadlines also reads the few attempts that
 * are not accepted yet.
 */
const EARLIEST: Record<DueKind, string> = {
  execution: `SELECT min("fireAt") AS at FROM "ScheduleExecution" WHERE "expandedAt" IS NULL AND "runStatus" = 'pending' AND "waitingSince" IS NULL AND "fireAt" > $1`,
  expansion: `SELECT min("nextTryAt") AS at FROM "ScheduleExecution" WHERE "expandedAt" IS NULL AND "runStatus" = 'pending' AND "nextTryAt" > $1`,
  batch: `SELECT min("nextBatchAt") AS at FROM "ScheduleExecution" WHERE "nextBatchAt" > $1`,
  retry: `SELECT min("retryAt") AS at FROM "AgentJobExecution" WHERE status = 'pending' AND "retryAt" > $1`,
  dependency: `SELECT min("dependencyDeadlineAt") AS at FROM "AgentJobExecution" WHERE status = 'pending' AND "releasedAt" IS NULL AND "dependencyDeadlineAt" > $1`,
  deadline: `SELECT min(at) AS at FROM (
    SELECT min("deadlineAt") AS at FROM "AgentJobExecution" WHERE ${IS_ACCEPTED} AND "deadlineAt" > $1
    UNION ALL SELECT min("deadlineAt") FROM "AgentJobExecution" WHERE ${IS_SENT} AND "deadlineAt" > $1) each`,
  silence: `SELECT min(${SILENT_AT}) AT TIME ZONE 'UTC' AS at FROM "AgentJobExecution"
    WHERE ${MAY_FALL_SILENT} AND ${SILENT_AT} > $1::timestamptz AT TIME ZONE 'UTC'`,
  queue: `SELECT min(${QUEUE_ENDS_AT}) AT TIME ZONE 'UTC' AS at FROM "AgentJobExecution"
    WHERE ${WAITS_FOR_A_TIME} AND ${QUEUE_ENDS_AT} > $1::timestamptz AT TIME ZONE 'UTC'`,
  run: `SELECT min("overdueAt") AS at FROM "ScheduleExecution" WHERE ${MAY_BE_OVERDUE} AND "overdueAt" > $1`,
};

/**
 * Milliseconds until the earliest row of this kind is due by the database's clock: 0 if it is due already,
 * null if there is none.
 *
 * @param after leaves out rows that were due then. Pass the instant by which the caller looked for due rows,
 * so that none falls between two readings of the clock.
 */
export async function msUntilNextDue(
  client: Queryable,
  kind: DueKind,
  after: Date | '-infinity' = '-infinity',
): Promise<number | null> {
  const { rows } = await client.query<{ ms: number | null }>(
    `SELECT (extract(epoch FROM at - clock_timestamp()) * 1000)::float8 AS ms FROM (${EARLIEST[kind]}) earliest`,
    [after],
  );
  const ms = rows[0]?.ms ?? null;
  return ms === null ? null : Math.max(0, ms);
}

/** Whether the delay of an unclaimed retry is over. */
export async function hasDueRetries(client: Queryable, now: Date): Promise<boolean> {
  const { rows } = await client.query<{ due: boolean }>(
    `SELECT EXISTS (SELECT FROM "AgentJobExecution" WHERE status = 'pending' AND "retryAt" <= $1) AS due`,
    [now],
  );
  return rows[0]?.due ?? false;
}
