import { loadLatestAttempts } from '../../db/runs/lock-execution.js';
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
  const byRun = new Map<string, string[]>();
  for (const jobId of jobIds) {
    const runId = runOf.get(jobId);
    if (runId === undefined) continue;
    const jobs = byRun.get(runId);
    if (jobs) jobs.push(jobId);
    else byRun.set(runId, [jobId]);
  }
  return { byRun, unknown: jobIds.filter((id) => !runOf.has(id)) };
}
