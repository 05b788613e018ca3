import { groupBy } from '../../../domain/group-by.js';
import type { AttemptStatus } from '../../../domain/job/states.js';
import type { Queryable } from '../../system/queryable.js';

/** How many jobs of a run are in a status, by their latest attempts. */
export interface JobCount {
  status: AttemptStatus;
  count: number;
}

/** @returns counts by id of the run, without statuses that no job has */
export async function countJobStatuses(
  client: Queryable,
  scheduleExecutionIds: readonly string[],
): Promise<Map<string, JobCount[]>> {
  const { rows } = await client.query<JobCount & { id: string }>(
    `SELECT "scheduleExecutionId" AS id, status, count(*)::int AS count FROM "AgentJobExecution"
     WHERE "scheduleExecutionId" = ANY ($1::text[]) AND "isLatest" GROUP BY 1, 2 ORDER BY 1, 2`,
    [scheduleExecutionIds],
  );
  return groupBy(rows, ({ id }) => id);
}
