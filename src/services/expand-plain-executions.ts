import { insertSingleJobs, type SingleJob } from '../db/insert-single-jobs.js';
import { type ExpandableExecution, lockExpansions } from '../db/lock-expansion.js';
import type { SchedulerConfig } from '../domain/config/scheduler-config.js';
import { snapshotSchema } from '../domain/execution/snapshot.js';
import { findDataSources } from '../domain/expansion/find-data-sources.js';
import { LIMITS } from '../domain/limits.js';
import { uuidv7 } from '../runtime/ids.js';
import { withTransaction } from '../runtime/pool.js';
import { registeredSources } from '../sources/registry.js';
import type { ExpandDeps } from './expand-execution.js';
import { callSettings } from './plan-jobs.js';

export interface PlainExpansion {
  /** Executions that have their one job now. */
  expanded: SingleJob[];
  /** Executions that need more: data sources to read, or a failure to be told. */
  rest: string[];
  /** Executions that were too much for one transaction: to be asked for again. */
  later: string[];
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
    const { executions, later } = await lockExpansions(client, executionIds, LIMITS.expansionChunkBytes);
    const jobs = await Promise.all(executions.map((execution) => singleJobOf(deps, execution, config)));
    const expanded = jobs.filter((job) => job !== undefined);
    await insertSingleJobs(client, expanded);
    return { expanded, rest: executions.flatMap(({ id }, index) => (jobs[index] ? [] : [id])), later };
  });
}

async function singleJobOf(
  { directory }: Pick<ExpandDeps, 'directory'>,
  execution: ExpandableExecution,
  config: SchedulerConfig,
): Promise<SingleJob | undefined> {
  const snapshot = snapshotSchema.safeParse(execution.snapshot).data;
  if (!snapshot || execution.targetType !== 'agent' || execution.agentId === null) return undefined;
  const found = findDataSources(snapshot.params, registeredSources);
  if (found.kind === 'error' || found.requests.length > 0) return undefined;
  const agent = await directory.agent(execution.agentId);
  if (agent.kind !== 'found') return undefined;
  return {
    ...callSettings(agent.agent, snapshot, config, null),
    scheduleExecutionId: execution.id,
    scheduleId: execution.scheduleId,
    pipelineId: null,
    traceId: execution.traceId,
    id: uuidv7(),
    jobId: uuidv7(),
    params: found.template,
    metadata: { dataSources: [], batches: 1, ...config.defaultBatchProcessing },
  };
}
