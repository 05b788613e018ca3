import type { Queryable } from './queryable.js';

/** What the engine waits for. */
export type DueKind = 'schedule' | 'execution' | 'batch' | 'retry' | 'deadline';

/** Each is one look at the head of a partial index. */
const EARLIEST: Record<DueKind, string> = {
  schedule: `SELECT min("nextRunAt") AS at FROM "Schedule" WHERE enabled AND "nextRunAt" IS NOT NULL`,
  execution: `SELECT min("fireAt") AS at FROM "ScheduleExecution" WHERE "expandedAt" IS NULL AND "runStatus" = 'pending' AND "fireAt" > clock_timestamp()`,
  batch: `SELECT min("nextBatchAt") AS at FROM "ScheduleExecution" WHERE "nextBatchAt" IS NOT NULL`,
  retry: `SELECT min("retryAt") AS at FROM "AgentJobExecution" WHERE status = 'pending' AND "retryAt" IS NOT NULL AND "retryAt" > clock_timestamp()`,
  deadline: `SELECT min("deadlineAt") AS at FROM "AgentJobExecution" WHERE status = 'running'`,
};

/** Milliseconds until the earliest of its kind is due by the database's clock (0 when it is already); null: none is waiting. */
export async function msUntilNextDue(client: Queryable, kind: DueKind): Promise<number | null> {
  const { rows } = await client.query<{ ms: number | null }>(
    `SELECT (extract(epoch FROM at - clock_timestamp()) * 1000)::float8 AS ms FROM (${EARLIEST[kind]}) earliest`,
  );
  const ms = rows[0]?.ms ?? null;
  return ms === null ? null : Math.max(0, ms);
}
