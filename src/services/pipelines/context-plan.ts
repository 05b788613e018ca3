/**
 * What is to be done with contexts of pipelines: decided for each by a pure function (domain/pipeline/readiness), gathered here for
 * all that are judged together.
 */
import type {
  CurrentStepRow,
  PipelineExecution,
  StepAgain,
  StepCounters,
} from '../../db/pipelines/contexts.js';
import { buildGraph } from '../../domain/pipeline/graph.js';
import { advanceContext } from '../../domain/pipeline/readiness.js';
import { retryDelayMs } from '../../domain/retry/retry.js';
import { uuidv7 } from '../../runtime/ids.js';

/** A context of a known execution. */
export interface Judged {
  execution: PipelineExecution;
  contextId: string;
}

/** What is to be done for all contexts judged together. */
export interface ContextPlan {
  release: CurrentStepRow[];
  skip: { row: CurrentStepRow; reason: string }[];
  timeOut: CurrentStepRow[];
  /** Their wait is over, and others of their context hold them back. */
  held: CurrentStepRow[];
  again: StepAgain[];
  redirected: { from: string; to: string }[];
  /** Contexts with steps in `again`: to be judged anew, since the first of these may start at once. */
  repeated: Judged[];
  /** Contexts that begin anew. */
  superseded: string[];
  counters: Map<string, StepCounters>;
}

export function emptyPlan(): ContextPlan {
  return {
    ...{ release: [], skip: [], timeOut: [], held: [] },
    ...{ again: [], redirected: [], repeated: [], superseded: [] },
    counters: new Map(),
  };
}

export function planContext(plan: ContextPlan, context: Judged, rows: CurrentStepRow[], now: Date): void {
  const { pipeline, cancelRequested, batchCursor } = context.execution;
  const ofStep = new Map(rows.map((row) => [row.stepId, row]));
  if (rows.length !== pipeline.steps.length || pipeline.steps.some(({ stepId }) => !ofStep.has(stepId))) {
    // Somebody deleted rows or changed the snapshot. What runs ends by itself; no other context is to suffer.
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
    plan.held.push(...rows.filter((row) => isWaiting(row) && isOver(row, now) && !decided.has(row.id)));
  }
  const isFailed = actions.outcome === 'failed' && actions.timeOut.length === 0;
  if (isFailed && !cancelRequested) beginAnew(plan, context, ofStep);
}

function isWaiting({ status, released }: CurrentStepRow): boolean {
  return status === 'pending' && !released;
}

function isOver({ retryAt, dependencyDeadlineAt }: CurrentStepRow, now: Date): boolean {
  return [retryAt, dependencyDeadlineAt].some((instant) => instant !== null && instant <= now);
}

type Again = Partial<Pick<StepAgain, 'turn' | 'contextRetry' | 'waitMs'>>;

/** Steps run again as new jobs, which depend on the new jobs where these are among them, and on the others as they are. */
function repeatSteps(
  plan: ContextPlan,
  context: Judged,
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

/** `Pipeline.retryConfig`: a context that failed, its steps' own retries spent, begins anew after a wait; not what an operator has cancelled. */
function beginAnew(plan: ContextPlan, context: Judged, rows: ReadonlyMap<string, CurrentStepRow>): void {
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

/** What has changed by execution; other ends than skips count when they are settled. */
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
  ...{ created: 0, enqueued: 0, completed: 0, failed: 0, skipped: 0, cancelled: 0 },
  ...{ unanswered: 0, started: 0 },
};

export function addCounters(plan: Pick<ContextPlan, 'counters'>, { id, ...added }: StepCounters): void {
  for (const [counter, by] of Object.entries(added)) count(plan, id, counter as Counter, by);
}

/** A context that begins anew takes back what its rows had added. */
export function takeBack(plan: ContextPlan, { id, ...added }: StepCounters): void {
  for (const [counter, by] of Object.entries(added)) count(plan, id, counter as Counter, -by);
}
