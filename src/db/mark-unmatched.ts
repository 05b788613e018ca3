import type { Queryable } from './queryable.js';

/** Jobs of one statement: each is an event. */
export const MARKED_AT_ONCE = 1_000;

/**
 * Has released jobs say that no living worker can serve what they ask for.
 *
 * @param keys requirements that no worker can serve
 * @returns the execution of each job
 */
export async function markUnmatched(client: Queryable, keys: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ scheduleExecutionId: string }>(
    `UPDATE "AgentJobExecution" SET reason = 'no_matching_worker' WHERE id = ANY (ARRAY(
       SELECT id FROM "AgentJobExecution"
       WHERE status = 'pending' AND "releasedAt" <= statement_timestamp() + interval '1 millisecond' AND requirements = ANY ($1::text[])
         AND requirements <> '' AND reason IS NULL
       LIMIT ${MARKED_AT_ONCE} FOR UPDATE SKIP LOCKED))
     RETURNING "scheduleExecutionId"`,
    [keys],
  );
  return rows.map(({ scheduleExecutionId }) => scheduleExecutionId);
}

/** Takes that back. @param keys requirements that some worker can serve @returns how many jobs were told otherwise */
export async function unmarkMatched(client: Queryable, keys: readonly string[]): Promise<number> {
  const { rowCount } = await client.query(
    `UPDATE "AgentJobExecution" SET reason = NULL WHERE id = ANY (ARRAY(
       SELECT id FROM "AgentJobExecution"
       WHERE status = 'pending' AND reason = 'no_matching_worker' AND requirements = ANY ($1::text[])
       LIMIT ${MARKED_AT_ONCE} FOR UPDATE SKIP LOCKED))`,
    [keys],
  );
  return rowCount ?? 0;
}
