import type { ExpandableExecution } from '../../../db/runs/expand/lock-expansion.js';
import type { SingleJob } from '../../../db/runs/insert-single-jobs.js';
import type { SchedulerConfig } from '../../../domain/config/scheduler-config.js';
import { findDataSources } from '../../../domain/expansion/find-data-sources.js';
import { snapshotSchema } from '../../../domain/run/snapshot.js';
import { uuidv7, uuidv7From } from '../../../runtime/ids.js';
import { registeredSources } from '../../../sources/registry.js';
import type { AgentDirectory } from '../../agents/agent-directory.js';
import { callSettings } from './plan-jobs.js';

/**
 * The one job of a run that calls an agent and has no data source, as most runs do. Undefined if the
 * run needs an expansion, because of data sources or a failure to record.
 *
 * @param from when the job will be stored, if that is not now
 */
export async function singleJobOf(
  directory: AgentDirectory,
  execution: ExpandableExecution,
  config: SchedulerConfig,
  from?: Date,
): Promise<SingleJob | undefined> {
  const snapshot = snapshotSchema.safeParse(execution.snapshot).data;
  if (!snapshot || execution.targetType !== 'agent' || execution.agentId === null) return undefined;
  const found = findDataSources(snapshot.params, registeredSources);
  if (found.kind === 'error' || found.requests.length > 0) return undefined;
  const agent = await directory.agent(execution.agentId);
  if (agent.kind !== 'found') return undefined;
  const call = callSettings(agent.agent, snapshot, config, null);
  const newId = () => (from ? uuidv7From(from) : uuidv7());
  // Names each field, because a spread would be the largest cost with thousands of runs at once.
  return {
    pipelineStepId: call.pipelineStepId,
    agentId: call.agentId,
    agentVersion: call.agentVersion,
    priority: call.priority,
    attemptTimeout: call.attemptTimeout,
    heartbeatTimeout: call.heartbeatTimeout,
    maxQueueTime: call.maxQueueTime,
    retryConfig: call.retryConfig,
    dependencyTimeout: call.dependencyTimeout,
    requirements: call.requirements,
    scheduleExecutionId: execution.id,
    scheduleId: execution.scheduleId,
    pipelineId: null,
    traceId: execution.traceId,
    id: newId(),
    jobId: newId(),
    params: found.template,
    metadata: metadataOf(config),
  };
}

const metadata = new WeakMap<SchedulerConfig, SingleJob['metadata']>();

/** The same for all runs under one configuration. */
function metadataOf(config: SchedulerConfig): SingleJob['metadata'] {
  const known = metadata.get(config) ?? { dataSources: [], batches: 1, ...config.defaultBatchProcessing };
  metadata.set(config, known);
  return known;
}
