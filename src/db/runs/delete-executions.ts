import type { Queryable } from '../system/queryable.js';

/**
 * Locks those of these runs that have ended and are concluded, so that none is replayed meanwhile. Skips runs
 * that another transaction has locked.
 */
export async function lockEndedExecutions(client: Queryable, ids: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM "ScheduleExecution" WHERE id = ANY ($1::text[]) AND ("runStatus" IS NULL OR "runStatus" NOT IN ('pending', 'running')) AND NOT "toConclude"
     ORDER BY id FOR UPDATE SKIP LOCKED`,
    [ids],
  );
  return rows.map(({ id }) => id);
}

/** Deletes up to `limit` attempts of locked runs, with their heartbeats. @returns how many */
export async function deleteAttempts(
  client: Queryable,
  executionIds: readonly string[],
  limit: number,
): Promise<number> {
  const { rowCount } = await client.query(
    `WITH deleted AS (
       DELETE FROM "AgentJobExecution" WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM "AgentJobExecution" WHERE "scheduleExecutionId" = ANY ($1::text[]) LIMIT $2 FOR UPDATE SKIP LOCKED))
       RETURNING id
     ), heartbeats AS (
       DELETE FROM "AgentHeartbeat" WHERE "attemptId" = ANY (ARRAY(SELECT id FROM deleted))
     )
     SELECT FROM deleted`,
    [executionIds, limit],
  );
  return rowCount ?? 0;
}

/** Deletes those of these locked runs that have no attempts left. @returns how many */
export async function deleteEmptyExecutions(
  client: Queryable,
  executionIds: readonly string[],
): Promise<number> {
  const { rowCount } = await client.query(
    `DELETE FROM "ScheduleExecution" e WHERE e.id = ANY ($1::text[])
       AND NOT EXISTS (SELECT FROM "AgentJobExecution" j WHERE j."scheduleExecutionId" = e.id OFFSET 0)`,
    [executionIds],
  );
  return rowCount ?? 0;
}
