import { isEnded } from '../../../src/domain/job/states.js';
import { buildGraph } from '../../../src/domain/pipeline/graph.js';
import type { PipelineStep } from '../../../src/domain/pipeline/pipeline.js';
import { advanceContext, type ContextActions, type StepRow } from '../../../src/domain/pipeline/readiness.js';

const NOW = new Date('2026-11-20T12:00:00Z');
export const at = (ms: number) => new Date(NOW.getTime() + ms);

/** A row named after its step, pending by default; an ended one is settled. */
export function row(stepId: string, more: Partial<StepRow> = {}): StepRow {
  const status = more.status ?? 'pending';
  return {
    id: stepId,
    jobId: stepId,
    stepId,
    turn: 0,
    status,
    settled: isEnded(status),
    released: status !== 'pending' && status !== 'skipped',
    retryAt: null,
    dependencyDeadlineAt: null,
    ...more,
  };
}

/** The actions in a context whose other steps are all pending. */
export function advance(
  steps: PipelineStep[],
  rows: Record<string, Partial<StepRow>> = {},
  more: { now?: Date; cancelRequested?: boolean } = {},
): ContextActions {
  return advanceContext({
    graph: buildGraph(steps),
    now: more.now ?? NOW,
    cancelRequested: more.cancelRequested ?? false,
    rows: steps.map(({ stepId }) => row(stepId, rows[stepId])),
  });
}
