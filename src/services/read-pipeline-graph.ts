import { countSteps, type StepCount } from '../db/count-steps.js';
import type { Queryable } from '../db/queryable.js';
import { pipelineSnapshotSchema } from '../domain/execution/snapshot.js';
import { ATTEMPT_STATUSES, type AttemptStatus } from '../domain/job/states.js';

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
 * The steps of an execution's pipeline with their live status, over all contexts or of one, in two statements whatever their
 * number. Null when the execution runs no pipeline, or has no such context.
 */
export async function readPipelineGraph(
  client: Queryable,
  scheduleExecutionId: string,
  contextId: string | null = null,
): Promise<PipelineGraphView | null> {
  const { rows } = await client.query<{ pipeline: unknown }>(
    `SELECT snapshot -> 'pipeline' AS pipeline FROM "ScheduleExecution" WHERE id = $1`,
    [scheduleExecutionId],
  );
  const pipeline = pipelineSnapshotSchema.safeParse(rows[0]?.pipeline);
  if (!pipeline.success) return null;
  const counted = await countSteps(client, scheduleExecutionId, contextId);
  if (contextId !== null && counted.length === 0) return null;
  const { steps } = pipeline.data;
  return {
    nodes: steps.map(({ stepId, agentId, parallel, loop }) => ({
      stepId,
      agentId,
      counts: countsOf(counted.filter((count) => count.stepId === stepId)),
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
