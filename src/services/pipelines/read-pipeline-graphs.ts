import { countSteps, type StepCount } from '../../db/pipelines/count-steps.js';
import { loadPipelineExecutions } from '../../db/pipelines/load-current-steps.js';
import type { Queryable } from '../../db/system/queryable.js';
import { ATTEMPT_STATUSES, type AttemptStatus } from '../../domain/job/states.js';
import type { PipelineStep } from '../../domain/pipeline/pipeline.js';
import { pipelineSnapshotSchema } from '../../domain/run/snapshot.js';

export interface PipelineGraphNode {
  stepId: string;
  agentId: string;
  /**
   * The number of contexts in which the step has each status. For a single context, 1 for its own
   * status and 0 for the others.
   */
  counts: Record<AttemptStatus, number>;
  /** Whether the step runs alone within its context. */
  exclusive: boolean;
  /** The first step of the next turn, and the maximum number of turns. */
  loop: { to: string; maxTurns: number } | null;
}

/** The graph of a pipeline as a run executes it. */
export interface PipelineGraphView {
  /** In the order of the pipeline. */
  nodes: PipelineGraphNode[];
  /** Each from a dependency to the step that waits for it. */
  edges: { from: string; to: string }[];
}

/**
 * The steps of runs' pipelines with their current status, in all contexts or in one, in two
 * statements for any number of runs. Runs without a pipeline or without that context are left out.
 * @returns by ID of the run
 */
export async function readPipelineGraphs(
  client: Queryable,
  scheduleExecutionIds: readonly string[],
  contextId: string | null = null,
): Promise<Map<string, PipelineGraphView>> {
  const runs = await loadPipelineExecutions(client, scheduleExecutionIds);
  const counted = await countSteps(client, scheduleExecutionIds, contextId);
  const graphs = new Map<string, PipelineGraphView>();
  for (const { id, pipeline } of runs) {
    const parsed = pipelineSnapshotSchema.safeParse(pipeline);
    const counts = counted.filter(({ scheduleExecutionId }) => scheduleExecutionId === id);
    if (parsed.success && (contextId === null || counts.length > 0)) {
      graphs.set(id, graphOf(parsed.data.steps, counts));
    }
  }
  return graphs;
}

function graphOf(steps: readonly PipelineStep[], counted: readonly StepCount[]): PipelineGraphView {
  const counts = new Map<string, StepCount[]>(steps.map(({ stepId }) => [stepId, []]));
  for (const count of counted) counts.get(count.stepId)?.push(count);
  return {
    nodes: steps.map(({ stepId, agentId, parallel, loop }) => ({
      stepId,
      agentId,
      counts: countsOf(counts.get(stepId) ?? []),
      exclusive: !parallel,
      loop: loop && { to: loop.to, maxTurns: loop.maxTurns },
    })),
    edges: steps.flatMap(({ stepId, dependsOn }) => dependsOn.map((from) => ({ from, to: stepId }))),
  };
}

function countsOf(counts: readonly StepCount[]): Record<AttemptStatus, number> {
  const none = Object.fromEntries(ATTEMPT_STATUSES.map((status) => [status, 0])) as Record<
    AttemptStatus,
    number
  >;
  return { ...none, ...Object.fromEntries(counts.map(({ status, contexts }) => [status, contexts])) };
}
