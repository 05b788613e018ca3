import type { CallSettings, NewAttempt } from '../../../db/jobs/insert-attempts.js';
import { versionIn } from '../../../domain/agent/environment.js';
import { configuredRetry, type SchedulerConfig } from '../../../domain/config/scheduler-config.js';
import type { JsonObject } from '../../../domain/json.js';
import { buildGraph } from '../../../domain/pipeline/graph.js';
import type { PipelineDefinition, PipelineStep } from '../../../domain/pipeline/pipeline.js';
import { firstSteps } from '../../../domain/pipeline/readiness.js';
import { validatePipeline } from '../../../domain/pipeline/validate-pipeline.js';
import { resolveRetry } from '../../../domain/retry/retry.js';
import type { Snapshot } from '../../../domain/run/snapshot.js';
import { requirementsKey } from '../../../domain/worker/requirements.js';
import { uuidv7 } from '../../../runtime/ids.js';
import type { AgentDirectory } from '../../agents/agent-directory.js';
import type { KnownAgent } from '../../agents/resolve-agent.js';
import { stepLiterals } from '../../pipelines/step-literals.js';

interface PlannedStep extends Omit<NewAttempt, 'params'> {
  params: JsonObject;
}

/** The steps of a pipeline for each combination of expanded values. */
export interface StepPlan {
  kind: 'pipeline';
  /** One for each step. */
  calls: CallSettings[];
  /** The steps of one combination, which is a context. */
  stepsOf(params: JsonObject, batchIndex: number): PlannedStep[];
}

/** What each combination of expanded values becomes: a job for the agent, or a context of the pipeline. */
export type JobPlan = { kind: 'agent'; call: CallSettings } | StepPlan;

export type PlannedJobs = { kind: 'planned'; plan: JobPlan } | { kind: 'failed'; messages: string[] };

/**
 * Finds the agents of a run and the options of its jobs. A step's option takes precedence over the
 * schedule's, then the agent's, then the settings.
 */
export async function planJobs(
  directory: AgentDirectory,
  agentId: string | null,
  snapshot: Snapshot,
  config: SchedulerConfig,
): Promise<PlannedJobs> {
  const steps = snapshot.pipeline?.steps;
  const flaws = snapshot.pipeline ? flawsOf(snapshot.pipeline) : [];
  if (flaws.length > 0) return { kind: 'failed', messages: flaws };
  const agentIds = steps?.map((step) => step.agentId) ?? (agentId === null ? [] : [agentId]);
  const agents = new Map<string, KnownAgent>();
  const messages: string[] = [];
  for (const id of new Set(agentIds)) {
    const found = await directory.agent(id);
    if (found.kind === 'found') agents.set(id, found.agent);
    else messages.push(found.kind === 'missing' ? `Agent "${id}" is not registered.` : found.message);
  }
  if (agentIds.length === 0) messages.push('The agent or pipeline of this run has been deleted.');
  if (messages.length > 0) return { kind: 'failed', messages };
  const known = (id: string) => agents.get(id) as KnownAgent;
  const plan: JobPlan = steps
    ? planContexts(steps, snapshot, config, known)
    : { kind: 'agent', call: callSettings(known(agentIds[0] as string), snapshot, config, null) };
  return { kind: 'planned', plan };
}

/** Problems of a pipeline that was written by SQL. Contexts of such a pipeline could not be advanced. */
function flawsOf(pipeline: PipelineDefinition): string[] {
  const knownAgents = new Set(pipeline.steps.map(({ agentId }) => agentId));
  return validatePipeline(pipeline, { isDataSource: () => false, knownAgents })
    .slice(0, MAX_FLAWS)
    .map(({ message }) => message);
}

const MAX_FLAWS = 20;

function planContexts(
  steps: readonly PipelineStep[],
  snapshot: Snapshot,
  config: SchedulerConfig,
  agent: (id: string) => KnownAgent,
): StepPlan {
  const own = steps.map(({ params }) => stepLiterals(params));
  const first = firstSteps(buildGraph(steps));
  const place = new Map(steps.map(({ stepId }, index) => [stepId, index]));
  return {
    kind: 'pipeline',
    calls: steps.map((step) => ({
      ...callSettings(agent(step.agentId), snapshot, config, step),
      begins: first.has(step.stepId),
    })),
    stepsOf(params, batchIndex) {
      const contextId = uuidv7();
      const jobIds = steps.map(() => uuidv7());
      return steps.map(({ dependsOn }, index) => ({
        id: uuidv7(),
        jobId: jobIds[index] as string,
        params: { ...params, ...own[index] },
        batchIndex,
        call: index,
        contextId,
        dependencies: dependsOn.map((stepId) => jobIds[place.get(stepId) as number] as string),
      }));
    },
  };
}

/** @param step null if the agent is called directly */
export function callSettings(
  agent: KnownAgent,
  snapshot: Snapshot,
  config: SchedulerConfig,
  step: PipelineStep | null,
): CallSettings {
  return {
    pipelineStepId: step?.stepId ?? null,
    agentId: agent.id,
    agentVersion: versionIn(snapshot.environment ?? 'production', agent),
    priority: step?.priority ?? snapshot.priority,
    attemptTimeout:
      step?.timeout ?? snapshot.timeout ?? agent.attemptTimeout ?? config.scheduler.attemptTimeout,
    heartbeatTimeout: agent.heartbeatTimeout,
    maxQueueTime:
      step?.maxQueueTime ?? snapshot.maxQueueTime ?? agent.maxQueueTime ?? config.scheduler.maxQueueTime,
    retryConfig:
      resolveRetry(step?.retryConfig, snapshot.retryConfig, agent.endpoint.retryConfig) ??
      configuredRetry(config),
    dependencyTimeout: step?.dependencyTimeout ?? null,
    requirements: requirementsKey(agent.requirements, snapshot.requirements, step?.requirements),
  };
}
