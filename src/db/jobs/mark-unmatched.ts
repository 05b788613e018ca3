import type { Queryable } from '../system/queryable.js';

/** Jobs per statement. Each causes an event. */
export const MARKED_AT_ONCE = 1_000;

const PENDING = `status = 'pending' AND requirements = ANY ($1::text[])`;
/** Attempts to be sent again, because their worker died before the answer. */
const LEFT = `status = 'running' AND "workerId" IS NULL AND "acceptedAt" IS NULL AND requirements = ANY ($1::text[])`;

/** Some of each kind that no transaction locks. */
function some(conditions: readonly string[]): string {
  const one = (condition: string) =>
    `ARRAY(SELECT id FROM "AgentJobExecution" WHERE ${condition} LIMIT ${MARKED_AT_ONCE} FOR UPDATE SKIP LOCKED)`;
  return `id = ANY (${conditions.map(one).join(' || ')})`;
}

/**
 * Marks queued jobs with requirements that no living worker can serve.
 *
 * @param keys requirements that no worker can serve
 * @returns the run of each job
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

/** Removes the mark. @param keys requirements that some worker can serve @returns how many jobs changed */
export async function unmarkMatched(client: Queryable, keys: readonly string[]): Promise<number> {
  const { rowCount } = await client.query(
    `UPDATE "AgentJobExecution" SET reason = NULL WHERE ${some(
      [PENDING, LEFT].map((condition) => `${condition} AND reason = 'no_matching_worker'`),
    )}`,
    [keys],
  );
  return rowCount ?? 0;
}
