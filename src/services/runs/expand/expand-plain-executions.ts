import { lockExpansions } from '../../../db/runs/expand/lock-expansion.js';
import { insertSingleJobs, type SingleJob } from '../../../db/runs/insert-single-jobs.js';
import { LIMITS } from '../../../domain/limits.js';
import { withTransaction } from '../../../runtime/database/pool.js';
import type { ExpandDeps } from './expand-execution.js';
import { singleJobOf } from './single-job.js';

export interface PlainExpansion {
  /** Runs that now have their one job. */
  expanded: SingleJob[];
  /** Runs that need `expandExecution`, because of data sources or a failure to record. */
  rest: string[];
  /** Runs that did not fit into one transaction. Call again. */
  later: string[];
  /** Runs whose row another transaction locks. Call again when it has ended. */
  locked: string[];
}

/**
 * Creates the jobs of many runs in one transaction. Only for runs without a data source, which have one job
 * each. Other runs are left to `expandExecution`, with one transaction each.
 */
export async function expandPlainExecutions(
  deps: Pick<ExpandDeps, 'pool' | 'directory'>,
  executionIds: readonly string[],
): Promise<PlainExpansion> {
  const config = await deps.directory.config();
  return withTransaction(deps.pool, async (client) => {
    const { executions, later, locked } = await lockExpansions(
      client,
      executionIds,
      LIMITS.expansionChunkBytes,
    );
    const jobs = await Promise.all(
      executions.map((execution) => singleJobOf(deps.directory, execution, config)),
    );
    const expanded = jobs.filter((job) => job !== undefined);
    await insertSingleJobs(client, expanded);
    return {
      expanded,
      rest: executions.flatMap(({ id }, index) => (jobs[index] ? [] : [id])),
      later,
      locked,
    };
  });
}
