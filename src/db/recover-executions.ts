import type { Queryable } from './queryable.js';

/** Executions that are due and not expanded yet. */
export async function executionsToExpand(client: Queryable, now: Date, limit: number): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM "ScheduleExecution"
     WHERE "expandedAt" IS NULL AND "runStatus" = 'pending' AND "waitingSince" IS NULL AND "cancelRequestedAt" IS NULL AND "fireAt" <= $1
     ORDER BY "fireAt" LIMIT $2`,
    [now, limit],
  );
  return rows.map(({ id }) => id);
}

/** Running executions all of whose jobs have ended and are settled, and that nobody has rolled up. */
export async function executionsToRollUp(
  client: Queryable,
  among: readonly string[] | null,
): Promise<string[]> {
  // OFFSET 0 makes it one look at the index for each execution, where a join would read all attempts there ever were.
  const { rows } = await client.query<{ id: string }>(
    `SELECT e.id FROM "ScheduleExecution" e WHERE e."runStatus" = 'running' AND ($1::text[] IS NULL OR e.id = ANY ($1)) AND NOT EXISTS (
       SELECT FROM "AgentJobExecution" j WHERE j."scheduleExecutionId" = e.id AND j."isLatest" AND j."settledAt" IS NULL OFFSET 0)
     LIMIT 1000`,
    [among],
  );
  return rows.map(({ id }) => id);
}
