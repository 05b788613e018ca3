import type { Queryable } from '../system/queryable.js';

/** Jobs of one statement: each is an event. */
export const MARKED_AT_ONCE = 1_000;

const PENDING = `status = 'pending' AND requirements = ANY ($1::text[])`;
/** Left by a worker that died before it had an answer, to be sent again. */
const LEFT = `status = 'running' AND "workerId" IS NULL AND "acceptedAt" IS NULL AND requirements = ANY ($1::text[])`;

/** Some of each, those that nobody holds. */
function some(conditions: readonly string[]): string {
  const one = (condition: string) =>
    `ARRAY(SELECT id FROM "AgentJobExecution" WHERE ${condition} LIMIT ${MARKED_AT_ONCE} FOR UPDATE SKIP LOCKED)`;
  return `id = ANY (${conditions.map(one).join(' || ')})`;
}

/**
 * Has jobs that are to be claimed say that no living worker can serve what they ask for.
 *
 * @param keys requirements that no worker can serve
 * @returns the execution of each job
 */
export async function markUnmatched(client: Queryable, keys: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ scheduleExecutionId: string }>(
    `UPDATE "AgentJobExecution" SET reason = 'no_matching_worker' WHERE ${some([
      `${PENDING} AND "releasedAt" <= statement_timestamp() + interval '1 millisecond' AND requirements <> '' AND reason IS NULL`,
      `${LEFT} AND requirements <> '' AND reason IS NULL`,
    ])} RETURNING "scheduleExecutionId"`,
    [keys],
  );
  return rows.map(({ scheduleExecutionId }) => scheduleExecutionId);
}

/** Takes that back. @param keys requirements that some worker can serve @returns how many jobs were told otherwise */
export async function unmarkMatched(client: Queryable, keys: readonly string[]): Promise<number> {
  const { rowCount } = await client.query(
    `UPDATE "AgentJobExecution" SET reason = NULL WHERE ${some(
      [PENDING, LEFT].map((condition) => `${condition} AND reason = 'no_matching_worker'`),
    )}`,
    [keys],
  );
  return rowCount ?? 0;
}
