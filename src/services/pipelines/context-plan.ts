/**
 * Decides what to do with contexts of pipelines: a pure function decides for each
 * (domain/pipeline/readiness), and this file collects the decisions for all of them.
 */
import type { StepCounters } from '../../db/pipelines/begin-contexts.js';
import type { CurrentStepRow, PipelineExecution } from '../../db/pipelines/load-current-steps.js';
import type { StepAgain } from '../../db/pipelines/release-steps.js';
import { buildGraph } from '../../domain/pipeline/graph.js';
import { advanceContext } from '../../domain/pipeline/readiness.js';
import { retryDelayMs } from '../../domain/retry/retry.js';
import { uuidv7 } from '../../runtime/ids.js';

/** A context, with its run as it was read. */
export interface LoadedContext {
  execution: PipelineExecution;
  contextId: string;
}

/** The changes for all contexts together. */
export interface ContextPlan {
  release: CurrentStepRow[];
  skip: { row: CurrentStepRow; reason: string }[];
  timeOut: CurrentStepRow[];
  /** Steps whose wait has ended but which cannot start yet because of other steps of their context. */
  endWait: CurrentStepRow[];
  again: StepAgain[];
  redirected: { from: string; to: string }[];
  /**
   * Contexts with steps in `again`. They are decided again, because the first of these steps may
   * start immediately.
   */
  repeated: LoadedContext[];
  /** Contexts that restart. */
  superseded: string[];
  counters: Map<string, StepCounters>;
}

export function emptyPlan(): ContextPlan {
  return {
    release: [],
    skip: [],
    timeOut: [],
    endWait: [],
    again: [],
    redirected: [],
    repeated: [],
    superseded: [],
    counters: new Map(),
  };
}

export function planContext(
  plan: ContextPlan,
  context: LoadedContext,
  rows: CurrentStepRow[],
  now: Date,
): void {
  const { pipeline, cancelRequested, batchCursor } = context.execution;
  const ofStep = new Map(rows.map((row) => [row.stepId, row]));
  if (rows.length !== pipeline.steps.length || pipeline.steps.some(({ stepId }) => !ofStep.has(stepId))) {
    // Rows were deleted or the snapshot was changed by SQL. Running steps end by themselves, and
    // other contexts are not affected.
    plan.skip.push(...rows.filter(isWaiting).map((row) => ({ row, reason: 'context_damaged' })));
    return;
  }
  const actions = advanceContext({ graph: buildGraph(pipeline.steps), now, cancelRequested, rows });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const named = (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? []);
  plan.skip.push(...actions.skip.flatMap(({ id, reason }) => named([id]).map((row) => ({ row, reason }))));
  plan.timeOut.push(...named(actions.timeOut));
  if (actions.newTurns.length > 0) {
    const turns = actions.newTurns.flatMap(({ steps }) => steps);
    repeatSteps(plan, context, ofStep, new Map(turns.map(({ stepId, turn }) => [stepId, { turn }])));
    return;
  }
  const isBegun = rows.every(({ batchIndex }) => batchIndex <= batchCursor);
  if (isBegun && !cancelRequested) {
    plan.release.push(...named(actions.release));
    const decided = new Set([...actions.release, ...actions.skip.map(({ id }) => id), ...actions.timeOut]);
    plan.endWait.push(...rows.filter((row) => isWaiting(row) && isExpired(row, now) && !decided.has(row.id)));
  }
  const isFailed = actions.outcome === 'failed' && actions.timeOut.length === 0;
  if (isFailed && !cancelRequested) restartContext(plan, context, ofStep);
}

function isWaiting({ status, released }: CurrentStepRow): boolean {
  return status === 'pending' && !released;
}

function isExpired({ retryAt, dependencyDeadlineAt }: CurrentStepRow, now: Date): boolean {
  return [retryAt, dependencyDeadlineAt].some((instant) => instant !== null && instant <= now);
}

type Again = Partial<Pick<StepAgain, 'turn' | 'contextRetry' | 'waitMs'>>;

/**
 * Repeats steps as new jobs. They depend on the new jobs of steps that are also repeated, and on the
 * existing jobs of the others.
 */
function repeatSteps(
  plan: ContextPlan,
  context: LoadedContext,
  rows: ReadonlyMap<string, CurrentStepRow>,
  again: ReadonlyMap<string, Again>,
): void {
  const jobIds = new Map(Array.from(rows, ([stepId, { jobId }]) => [stepId, jobId]));
  for (const stepId of again.keys()) jobIds.set(stepId, uuidv7());
  const jobOf = (stepId: string) => jobIds.get(stepId) ?? '';
  for (const { stepId, dependsOn } of context.execution.pipeline.steps) {
    const row = rows.get(stepId);
    const more = again.get(stepId);
    if (!row || !more) continue;
    const { turn, contextRetry } = row;
    const own = { after: row.id, id: uuidv7(), jobId: jobOf(stepId), dependencies: dependsOn.map(jobOf) };
    plan.again.push({ ...own, turn, contextRetry, waitMs: null, ...more });
    plan.redirected.push({ from: row.jobId, to: own.jobId });
  }
  count(plan, context.execution.id, 'created', again.size);
  plan.repeated.push(context);
}

/**
 * `Pipeline.retryConfig`: restarts a failed context after a delay when the retries of its steps are
 * used up. Contexts that an operator cancelled are not restarted.
 */
function restartContext(
  plan: ContextPlan,
  context: LoadedContext,
  rows: ReadonlyMap<string, CurrentStepRow>,
): void {
  const { retryConfig } = context.execution.pipeline;
  const current = [...rows.values()];
  const contextRetry = Math.max(...current.map((row) => row.contextRetry)) + 1;
  if (!retryConfig || contextRetry > retryConfig.maxRetries) return;
  if (current.some(({ status }) => status === 'cancelled')) return;
  const again = { turn: 0, contextRetry, waitMs: retryDelayMs(retryConfig, contextRetry, Math.random()) };
  plan.superseded.push(context.contextId);
  repeatSteps(plan, context, rows, new Map(current.map(({ stepId }) => [stepId, again])));
}

type Counter = Exclude<keyof StepCounters, 'id'>;

/** Adds to the counters of a run. Only skips end steps here; other ends are counted when they are settled. */
export function count(
  { counters }: Pick<ContextPlan, 'counters'>,
  id: string,
  counter: Counter,
  by: number,
): void {
  const own = counters.get(id) ?? { id, ...NOTHING };
  own[counter] += by;
  counters.set(id, own);
}

const NOTHING = {
  created: 0,
  enqueued: 0,
  completed: 0,
  failed: 0,
  skipped: 0,
  cancelled: 0,
  unanswered: 0,
  started: 0,
};

export function addCounters(plan: Pick<ContextPlan, 'counters'>, { id, ...added }: StepCounters): void {
  for (const [counter, by] of Object.entries(added)) count(plan, id, counter as Counter, by);
}

/** Subtracts what the rows of a restarting context had added. */
export function uncount(plan: ContextPlan, { id, ...added }: StepCounters): void {
  for (const [counter, by] of Object.entries(added)) count(plan, id, counter as Counter, -by);
}
