import { insertSingleJobs, type SingleJob } from '../../db/runs/insert-single-jobs.js';
import { lockExpansions } from '../../db/runs/lock-expansion.js';
import { LIMITS } from '../../domain/limits.js';
import { withTransaction } from '../../runtime/pool.js';
import type { ExpandDeps } from './expand-execution.js';
import { singleJobOf } from './single-job.js';

export interface PlainExpansion {
  /** Executions that have their one job now. */
  expanded: SingleJob[];
  /** Executions that need more: data sources to read, or a failure to be told. */
  rest: string[];
  /** Executions that were too much for one transaction: to be asked for again. */
  later: string[];
  /** Executions whose row another transaction holds: to be asked for again when it has ended. */
  held: string[];
}

/**
 * Gives many executions their job in one transaction: those without a data source, which are most, have just one. What takes
 * longer is left to `expandExecution`, where each has a transaction of its own.
 */
export async function expandPlainExecutions(
  deps: Pick<ExpandDeps, 'pool' | 'directory'>,
  executionIds: readonly string[],
): Promise<PlainExpansion> {
  const config = await deps.directory.config();
  return withTransaction(deps.pool, async (client) => {
    const { executions, later, held } = await lockExpansions(
      client,
      executionIds,
      LIMITS.expansionChunkBytes,
    );
    const jobs = await Promise.all(
      executions.map((execution) => singleJobOf(deps.directory, execution, config)),
    );
    const expanded = jobs.filter((job) => job !== undefined);
    await insertSingleJobs(client, expanded);
    return { expanded, rest: executions.flatMap(({ id }, index) => (jobs[index] ? [] : [id])), later, held };
  });
}
