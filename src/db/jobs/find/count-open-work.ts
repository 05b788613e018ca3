import type { Queryable } from '../../system/queryable.js';

/** Each is counted up to `most`, in an index of these rows only. */
export interface OpenWork {
  /** Queued jobs, including those that are not due yet. */
  queued: number;
  /** Running attempts. */
  running: number;
  /** Jobs marked `no_matching_worker`. */
  unmatched: number;
  deadLetters: number;
}

export async function countOpenWork(client: Queryable, most: number): Promise<OpenWork> {
  const count = (condition: string) =>
    `(SELECT count(*)::int FROM (SELECT FROM "AgentJobExecution" WHERE ${condition} LIMIT $1) found)`;
  const { rows } = await client.query<OpenWork>(
    `SELECT ${count(`status = 'pending'`)} AS queued, ${count(`status = 'running'`)} AS running,
       ${count(`status = 'pending' AND reason = 'no_matching_worker'`)} AS unmatched,
       ${count(`status = 'dead_letter' AND "isLatest"`)} AS "deadLetters"`,
    [most],
  );
  return rows[0] ?? { queued: 0, running: 0, unmatched: 0, deadLetters: 0 };
}
