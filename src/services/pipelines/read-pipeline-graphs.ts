import { countSteps, type StepCount } from '../../db/pipelines/count-steps.js';
import type { Queryable } from '../../db/system/queryable.js';
import { pipelineSnapshotSchema } from '../../domain/execution/snapshot.js';
import { ATTEMPT_STATUSES, type AttemptStatus } from '../../domain/job/states.js';
import type { PipelineStep } from '../../domain/pipeline/pipeline.js';

export interface PipelineGraphNode {
  stepId: string;
  agentId: string;
  /** In how many contexts the step is now in each status; of one context, 1 in its own and 0 elsewhere. */
  counts: Record<AttemptStatus, number>;
  /** Runs alone within its context. */
  exclusive: boolean;
  /** Where another turn begins, and how many there are at most. */
  loop: { to: string; maxTurns: number } | null;
}

/** A pipeline as an execution runs it, to be drawn. */
export interface PipelineGraphView {
  /** In the order of the pipeline. */
  nodes: PipelineGraphNode[];
  /** Each from a dependency to the step that waits for it. */
  edges: { from: string; to: string }[];
}

/**
 * The steps of executions' pipelines with their live status, over all contexts or of one, in two statements whatever their
 * number. Executions that run no pipeline, or have no such context, are not in the answer.
 *
 * @returns by id of the execution
 */
export async function readPipelineGraphs(
  client: Queryable,
  scheduleExecutionIds: readonly string[],
  contextId: string | null = null,
): Promise<Map<string, PipelineGraphView>> {
  const { rows } = await client.query<{ id: string; pipeline: unknown }>(
    `SELECT id, snapshot -> 'pipeline' AS pipeline FROM "ScheduleExecution" WHERE id = ANY ($1::text[])`,
    [scheduleExecutionIds],
  );
  const counted = await countSteps(client, scheduleExecutionIds, contextId);
  const graphs = new Map<string, PipelineGraphView>();
  for (const { id, pipeline } of rows) {
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
