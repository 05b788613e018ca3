import { loadLatestAttempts } from '../../db/jobs/find/load-latest-attempts.js';
import { groupBy } from '../../domain/group-by.js';
import type { Pool } from '../../runtime/database/pool.js';

export interface GroupedJobs {
  /** By the run's ID, in the order in which the first job of each was given. */
  byRun: Map<string, string[]>;
  unknown: string[];
}

/** Groups jobs by run, because a transaction locks a run and changes its counters. */
export async function groupByRun(pool: Pool, jobIds: readonly string[]): Promise<GroupedJobs> {
  const attempts = await loadLatestAttempts(pool, jobIds);
  const runOf = new Map(attempts.map(({ jobId, scheduleExecutionId }) => [jobId, scheduleExecutionId]));
  const known = jobIds.filter((id) => runOf.has(id));
  return {
    byRun: groupBy(known, (id) => runOf.get(id) as string),
    unknown: jobIds.filter((id) => !runOf.has(id)),
  };
}
