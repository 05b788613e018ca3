/**
 * Judges contexts of pipelines after something in them ended: what may start, what will never run, what runs again. What
 * to do is decided by a pure function (domain/pipeline/readiness); here it is read, applied and counted, in a fixed number
 * of statements for thousands of contexts, of however many executions.
 *
 * The caller holds the locks of the executions, taken in an earlier statement: of two simultaneous finishers the second sees
 * what the first decided, so no step starts twice and none is left waiting.
 */
import { type ClaimedAttempt, claimSteps, type Lease } from '../db/claim-attempts.js';
import {
  addStepCounters,
  type CurrentStepRow,
  endWaits,
  insertStepsAgain,
  loadCurrentSteps,
  loadPipelineExecutions,
  type PipelineExecution,
  redirectDependents,
  releaseSteps,
  type StepAgain,
  type StepCounters,
  skipSteps,
  supersedeContexts,
  timeOutSteps,
} from '../db/contexts.js';
import type { Queryable } from '../db/queryable.js';
import { buildGraph } from '../domain/pipeline/graph.js';
import { advanceContext } from '../domain/pipeline/readiness.js';
import { retryDelayMs } from '../domain/retry/retry.js';
import { uuidv7 } from '../runtime/ids.js';

export interface ContextsOf {
  id: string;
  contextIds: readonly string[];
}

export interface Advanced {
  /** Steps put in line. */
  released: number;
  /** Steps that were claimed instead. */
  claimed: ClaimedAttempt[];
  /** Executions whose last open steps were skipped here: to be rolled up. */
  done: string[];
  /** Executions whose newest batch is answered, by their counters. */
  answered: string[];
  /** Steps wait for an instant. */
  waits: boolean;
}

/** By whom steps are claimed whose turn comes, and how many. */
export interface StepClaim {
  lease: Lease;
  most: number;
  served: readonly string[];
  holdMs: number;
}

export interface AdvanceOptions {
  /** The executions, where the caller has read them. */
  known?: readonly PipelineExecution[];
  /** What else is to be added to the counters of executions. */
  counters?: readonly StepCounters[];
  claim?: StepClaim | undefined;
}

/** A context of a known execution. */
interface Judged {
  execution: PipelineExecution;
  contextId: string;
}

/** Rows read together; a result that a loop's `while` asks for weighs as many as it may hold. */
const ROWS_AT_ONCE = 20_000;
const WEIGHT_OF_RESULT = 400;

export async function advanceContexts(
  client: Queryable,
  executions: readonly ContextsOf[],
  options: AdvanceOptions = {},
): Promise<Advanced> {
  const ids = executions.map(({ id }) => id);
  const known = options.known ?? (ids.length > 0 ? await loadPipelineExecutions(client, ids) : []);
  const progress: Progress = {
    ...{ released: 0, claimed: [], standing: new Map(), waits: false },
    counters: options.counters ?? [],
  };
  const now = known[0]?.now;
  if (now !== undefined)
    for (const contexts of inParts(known, executions))
      await advanceSome(client, contexts, now, progress, options.claim);
  for (const one of await addStepCounters(client, progress.counters)) progress.standing.set(one.id, one);
  const standing = [...progress.standing.values()];
  return {
    released: progress.released,
    claimed: progress.claimed,
    done: standing.flatMap(({ id, done }) => (done ? [id] : [])),
    answered: standing.flatMap(({ id, answered }) => (answered ? [id] : [])),
    waits: progress.waits,
  };
}

/** What was done so far. */
interface Progress {
  released: number;
  claimed: ClaimedAttempt[];
  /** Of executions, by their counters. */
  standing: Map<string, { id: string; done: boolean; answered: boolean }>;
  waits: boolean;
  /** Still to be added. */
  counters: readonly StepCounters[];
}

/** The contexts, so many at a time as may be read together. */
function* inParts(
  known: readonly PipelineExecution[],
  executions: readonly ContextsOf[],
): Generator<Judged[]> {
  const asked = new Map<string, Set<string>>(known.map(({ id }) => [id, new Set()]));
  for (const { id, contextIds } of executions) for (const one of contextIds) asked.get(id)?.add(one);
  let part: Judged[] = [];
  let weight = 0;
  for (const execution of known) {
    const { steps } = execution.pipeline;
    const each = steps.length + WEIGHT_OF_RESULT * steps.filter(({ loop }) => loop !== null).length;
    for (const contextId of asked.get(execution.id) ?? []) {
      if (part.length > 0 && weight + each > ROWS_AT_ONCE) {
        yield part;
        part = [];
        weight = 0;
      }
      part.push({ execution, contextId });
      weight += each;
    }
  }
  if (part.length > 0) yield part;
}

/** What is to be done for all contexts judged together. */
interface Plan {
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

async function advanceSome(
  client: Queryable,
  contexts: readonly Judged[],
  now: Date,
  progress: Progress,
  claim: StepClaim | undefined,
): Promise<void> {
  for (let open = contexts; open.length > 0; ) {
    const rows = await loadRows(client, open);
    const plan: Plan = {
      ...{ release: [], skip: [], timeOut: [], held: [] },
      ...{ again: [], redirected: [], repeated: [], superseded: [] },
      counters: new Map(),
    };
    for (const context of open) planContext(plan, context, rows.get(context.contextId) ?? [], now);
    await apply(client, plan, now, progress, claim);
    open = plan.repeated;
  }
}

async function loadRows(
  client: Queryable,
  contexts: readonly Judged[],
): Promise<Map<string, CurrentStepRow[]>> {
  const executions = [...new Set(contexts.map(({ execution }) => execution))];
  const loopSteps = executions.flatMap(({ id: scheduleExecutionId, pipeline }) =>
    pipeline.steps.flatMap(({ loop, stepId }) => (loop ? [{ scheduleExecutionId, stepId }] : [])),
  );
  const contextIds = contexts.map(({ contextId }) => contextId);
  const byContext = new Map<string, CurrentStepRow[]>();
  for (const row of await loadCurrentSteps(client, contextIds, loopSteps)) {
    const rows = byContext.get(row.contextId);
    if (rows) rows.push(row);
    else byContext.set(row.contextId, [row]);
  }
  return byContext;
}

function planContext(plan: Plan, context: Judged, rows: CurrentStepRow[], now: Date): void {
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
  plan: Plan,
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
function beginAnew(plan: Plan, context: Judged, rows: ReadonlyMap<string, CurrentStepRow>): void {
  const { retryConfig } = context.execution.pipeline;
  const current = [...rows.values()];
  const contextRetry = Math.max(...current.map((row) => row.contextRetry)) + 1;
  if (!retryConfig || contextRetry > retryConfig.maxRetries) return;
  if (current.some(({ status }) => status === 'cancelled')) return;
  const again = { turn: 0, contextRetry, waitMs: retryDelayMs(retryConfig, contextRetry, Math.random()) };
  plan.superseded.push(context.contextId);
  repeatSteps(plan, context, rows, new Map(current.map(({ stepId }) => [stepId, again])));
}

async function apply(
  client: Queryable,
  plan: Plan,
  now: Date,
  progress: Progress,
  claim: StepClaim | undefined,
): Promise<void> {
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
  await skipSteps(
    client,
    plan.skip.map(({ row, reason }) => ({ id: row.id, reason })),
  );
  await timeOutSteps(client, ids(plan.timeOut));
  for (const added of await supersedeContexts(client, plan.superseded)) takeBack(plan, added);
  await insertStepsAgain(client, plan.again);
  await redirectDependents(
    client,
    plan.repeated.map(({ contextId }) => contextId),
    plan.redirected,
  );
  const claimed = await claimSome(client, ids(plan.release), progress, claim);
  const waiting = plan.release.filter(({ id }) => !claimed.has(id));
  await releaseSteps(client, ids(waiting));
  progress.released += waiting.length;
  progress.waits ||= plan.again.length > 0 || plan.timeOut.length > 0 || plan.held.length > 0;
  await endWaits(client, ids(plan.held), now);
  for (const { row } of plan.skip) count(plan, row.scheduleExecutionId, 'skipped', 1);
  for (const row of plan.release) {
    count(plan, row.scheduleExecutionId, 'enqueued', row.enqueued ? 0 : 1);
    count(plan, row.scheduleExecutionId, 'unanswered', row.retryCount === 0 ? 1 : 0);
  }
  for (const { id, ...added } of progress.counters)
    for (const [counter, by] of Object.entries(added)) count(plan, id, counter as Counter, by);
  progress.counters = [];
  const counters = [...plan.counters.values()];
  for (const one of await addStepCounters(client, counters)) progress.standing.set(one.id, one);
}

/** @returns the steps that are the claimant's now */
async function claimSome(
  client: Queryable,
  ids: readonly string[],
  progress: Progress,
  claim: StepClaim | undefined,
): Promise<ReadonlySet<string>> {
  if (!claim) return new Set();
  const wanted = ids.slice(0, Math.max(0, claim.most - progress.claimed.length));
  const claimed = await claimSteps(client, claim.lease, wanted, claim);
  progress.claimed.push(...claimed);
  return new Set(claimed.map(({ id }) => id));
}

type Counter = Exclude<keyof StepCounters, 'id'>;

/** What has changed by execution; other ends than skips count when they are settled. */
function count({ counters }: Plan, id: string, counter: Counter, by: number): void {
  const none = {
    id,
    created: 0,
    enqueued: 0,
    completed: 0,
    failed: 0,
    skipped: 0,
    cancelled: 0,
    unanswered: 0,
    started: 0,
  };
  const own = counters.get(id) ?? none;
  counters.set(id, { ...own, [counter]: own[counter] + by });
}

/** A context that begins anew takes back what its rows had added. */
function takeBack(plan: Plan, { id, ...added }: StepCounters): void {
  for (const [counter, by] of Object.entries(added)) count(plan, id, counter as Counter, -by);
}
