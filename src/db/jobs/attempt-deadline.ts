import type { Queryable } from '../system/queryable.js';

/** Milliseconds until the deadline of a running attempt, which progress moves; null: it no longer runs. */
export async function attemptMsLeft(client: Queryable, attemptId: string): Promise<number | null> {
  const { rows } = await client.query<{ ms: number }>(
    `SELECT (extract(epoch FROM "deadlineAt" - clock_timestamp()) * 1000)::float8 AS ms
     FROM "AgentJobExecution" WHERE id = $1 AND status = 'running' AND "deadlineAt" IS NOT NULL`,
    [attemptId],
  );
  return rows[0]?.ms ?? null;
}
