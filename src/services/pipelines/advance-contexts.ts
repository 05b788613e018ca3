/**
 * Continues contexts of pipelines after something in them ended: starts steps, skips those that will
 * never run, and repeats others. Pure functions decide what to do (context-plan). This file reads the
 * rows, applies the plan and updates counters, in a fixed number of statements for thousands of
 * contexts of any number of runs.
 *
 * The caller holds the locks of the runs, taken in an earlier statement: if two workers finish steps
 * at the same time, the second sees what the first decided. So no step starts twice and none is left
 * waiting.
 */
import type { ClaimedAttempt } from '../../db/jobs/claim/claim-attempts.js';
import { addStepCounters, type StepCounters, supersedeContexts } from '../../db/pipelines/begin-contexts.js';
import {
  type CurrentStepRow,
  type LoopStep,
  loadCurrentSteps,
  loadPipelineExecutions,
  loadStepsAround,
  type PipelineExecution,
} from '../../db/pipelines/load-current-steps.js';
import {
  endWaits,
  insertStepsAgain,
  redirectDependents,
  releaseSteps,
  skipSteps,
  timeOutSteps,
} from '../../db/pipelines/release-steps.js';
import { type StepClaim, startSteps } from '../../db/pipelines/start-steps.js';
import type { Queryable } from '../../db/system/queryable.js';
import { groupBy } from '../../domain/group-by.js';
import {
  addCounters,
  type ContextPlan,
  count,
  emptyPlan,
  type LoadedContext,
  planContext,
  uncount,
} from './context-plan.js';

export interface ContextsOf {
  id: string;
  contextIds: readonly string[];
}

export interface Advanced {
  released: number;
  /** Steps that were claimed instead of released. */
  claimed: ClaimedAttempt[];
  /** Runs whose last open steps were skipped here, to be rolled up. */
  done: string[];
  /** Runs whose newest batch is answered, by their counters. */
  answered: string[];
  /** Whether steps wait for a point in time. */
  waits: boolean;
}

export interface AdvanceOptions {
  /** The runs, if the caller has read them. */
  known?: readonly PipelineExecution[];
  /** The current rows of all contexts, if the caller has read them. */
  rows?: readonly CurrentStepRow[] | undefined;
  /** Other changes to add to the counters of runs. */
  counters?: readonly StepCounters[];
  claim?: StepClaim | undefined;
  /**
   * Called when the last statements have been sent, if nothing can follow from them: no run ends, no
   * batch is answered.
   */
  onLast?: () => void;
}

type KnownPipeline = Pick<PipelineExecution, 'id' | 'pipeline'>;

/**
 * Limit on rows read together. A result that the `while` of a loop needs counts as many rows, by its
 * maximum size.
 */
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
    released: 0,
    claimed: [],
    standing: new Map(),
    waits: false,
    counters: options.counters ?? [],
  };
  const now = known[0]?.now;
  const parts = now ? [...inParts(known, executions)] : [];
  for (const contexts of parts) {
    const isOnly = parts.length === 1;
    await advanceSome(client, contexts, now as Date, progress, isOnly ? options : { claim: options.claim });
  }
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

/**
 * The current rows of the contexts of these attempts, for {@link AdvanceOptions}. Undefined if there
 * are too many to read together.
 */
export async function contextRowsAround(
  client: Queryable,
  known: readonly KnownPipeline[],
  attempts: readonly { id: string; scheduleExecutionId: string }[],
): Promise<CurrentStepRow[] | undefined> {
  const weights = new Map(known.map((execution) => [execution.id, weightOf(execution)]));
  const weight = attempts.reduce((sum, one) => sum + (weights.get(one.scheduleExecutionId) ?? 0), 0);
  if (weight > ROWS_AT_ONCE) return undefined;
  const ids = attempts.map(({ id }) => id);
  return loadStepsAround(client, ids, known.flatMap(loopStepsOf));
}

/** What has been done so far. */
interface Progress {
  released: number;
  claimed: ClaimedAttempt[];
  /** The state of runs, by their counters. */
  standing: Map<string, { id: string; done: boolean; answered: boolean }>;
  waits: boolean;
  /** Changes still to be added. */
  counters: readonly StepCounters[];
}

/** The contexts in parts that can be read together. */
function* inParts(
  known: readonly PipelineExecution[],
  executions: readonly ContextsOf[],
): Generator<LoadedContext[]> {
  const asked = new Map<string, Set<string>>(known.map(({ id }) => [id, new Set()]));
  for (const { id, contextIds } of executions) for (const one of contextIds) asked.get(id)?.add(one);
  let part: LoadedContext[] = [];
  let weight = 0;
  for (const execution of known) {
    const each = weightOf(execution);
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

/** How many rows one context counts as. */
function weightOf({ pipeline: { steps } }: KnownPipeline): number {
  return steps.length + WEIGHT_OF_RESULT * steps.filter(({ loop }) => loop !== null).length;
}

async function advanceSome(
  client: Queryable,
  contexts: readonly LoadedContext[],
  now: Date,
  progress: Progress,
  { rows: read, claim, onLast }: AdvanceOptions,
): Promise<void> {
  for (let open = contexts, isFirst = true; open.length > 0; isFirst = false) {
    const rows = groupBy((isFirst && read) || (await loadRows(client, open)), ({ contextId }) => contextId);
    const plan = emptyPlan();
    for (const context of open) planContext(plan, context, rows.get(context.contextId) ?? [], now);
    await apply(client, plan, now, progress, claim, () => {
      if (isFirst && plan.repeated.length === 0 && !mayEnd(open, plan)) onLast?.();
    });
    open = plan.repeated;
  }
}

/** Whether a run would end, or its newest batch would be answered, after adding the plan's counters. */
function mayEnd(contexts: readonly LoadedContext[], { counters }: ContextPlan): boolean {
  const executions = new Map(contexts.map(({ execution }) => [execution.id, execution]));
  return [...counters.values()].some((added) => {
    const { open = 0, unanswered = 0 } = executions.get(added.id) ?? {};
    const ended = added.completed + added.failed + added.skipped + added.cancelled;
    return open + added.created <= ended || unanswered + added.unanswered <= 0;
  });
}

function loadRows(client: Queryable, contexts: readonly LoadedContext[]): Promise<CurrentStepRow[]> {
  const executions = [...new Set(contexts.map(({ execution }) => execution))];
  const contextIds = contexts.map(({ contextId }) => contextId);
  return loadCurrentSteps(client, contextIds, executions.flatMap(loopStepsOf));
}

function loopStepsOf({ id: scheduleExecutionId, pipeline }: KnownPipeline): LoopStep[] {
  return pipeline.steps.flatMap(({ loop, stepId }) => (loop ? [{ scheduleExecutionId, stepId }] : []));
}

/**
 * Sends the statements without waiting for each, so that they take one round trip.
 * @param onSent called when all have been sent
 */
async function apply(
  client: Queryable,
  plan: ContextPlan,
  now: Date,
  progress: Progress,
  claim: StepClaim | undefined,
  onSent: () => void,
): Promise<void> {
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
  const skips = plan.skip.map(({ row, reason }) => ({ id: row.id, reason }));
  const sent: Promise<unknown>[] = [skipSteps(client, skips), timeOutSteps(client, ids(plan.timeOut))];
  const superseded = supersedeContexts(client, plan.superseded);
  sent.push(superseded, insertStepsAgain(client, plan.again));
  const repeated = plan.repeated.map(({ contextId }) => contextId);
  sent.push(redirectDependents(client, repeated, plan.redirected));
  const started = start(client, ids(plan.release), progress, claim);
  sent.push(started, endWaits(client, ids(plan.endWait), now));
  if (plan.superseded.length > 0) {
    await Promise.all(sent);
    for (const added of await superseded) uncount(plan, added);
  }
  for (const { row } of plan.skip) count(plan, row.scheduleExecutionId, 'skipped', 1);
  for (const row of plan.release) {
    if (!row.enqueued) count(plan, row.scheduleExecutionId, 'enqueued', 1);
    if (row.retryCount === 0) count(plan, row.scheduleExecutionId, 'unanswered', 1);
  }
  for (const added of progress.counters) addCounters(plan, added);
  progress.counters = [];
  const counted = addStepCounters(client, [...plan.counters.values()]);
  onSent();
  await Promise.all([...sent, counted]);
  for (const one of await counted) progress.standing.set(one.id, one);
  const claimed = await started;
  progress.claimed.push(...claimed);
  progress.released += plan.release.length - claimed.length;
  progress.waits ||= plan.again.length > 0 || plan.timeOut.length > 0 || plan.endWait.length > 0;
}

/**
 * Starts steps that are due.
 * @returns those that this worker has claimed; the others are released
 */
async function start(
  client: Queryable,
  ids: readonly string[],
  { claimed }: Progress,
  claim: StepClaim | undefined,
): Promise<ClaimedAttempt[]> {
  const most = claim ? claim.most - claimed.length : 0;
  if (claim && most > 0) return startSteps(client, ids, { ...claim, most });
  await releaseSteps(client, ids);
  return [];
}
