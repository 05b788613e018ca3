/**
 * Judges contexts of pipelines after something in them ended: what may start, what will never run, what runs again. What
 * to do is decided by a pure function (domain/pipeline/readiness); here it is read, applied and counted, in a fixed number
 * of statements whatever the number of contexts.
 *
 * The caller holds the locks of the executions, taken in an earlier statement: of two simultaneous finishers the second sees
 * what the first decided, so no step starts twice and none is left waiting.
 */
import {
  addStepCounters,
  type CurrentStepRow,
  insertStepsAgain,
  loadCurrentSteps,
  loadPipelineExecutions,
  type PipelineExecution,
  redirectDependents,
  releaseSteps,
  type StepAgain,
  type StepCounters,
  skipSteps,
  supersedeSteps,
  timeOutSteps,
} from '../db/contexts.js';
import { databaseNow } from '../db/database-now.js';
import type { Queryable } from '../db/queryable.js';
import { buildGraph } from '../domain/pipeline/graph.js';
import { advanceContext, type ContextActions } from '../domain/pipeline/readiness.js';
import { retryDelayMs } from '../domain/retry/retry.js';
import { uuidv7 } from '../runtime/ids.js';

export interface ContextsOf {
  id: string;
  contextIds: readonly string[];
}

export interface Advanced {
  /** Steps put in line. */
  released: number;
}

/** Contexts judged together. */
const CONTEXTS_AT_ONCE = 500;

export async function advanceContexts(
  client: Queryable,
  executions: readonly ContextsOf[],
): Promise<Advanced> {
  const pipelines = await loadPipelineExecutions(
    client,
    executions.map(({ id }) => id),
  );
  let released = 0;
  for (const execution of pipelines) {
    const ids = [...new Set(executions.find(({ id }) => id === execution.id)?.contextIds ?? [])];
    for (let from = 0; from < ids.length; from += CONTEXTS_AT_ONCE) {
      released += await advanceSome(client, execution, ids.slice(from, from + CONTEXTS_AT_ONCE));
    }
  }
  return { released };
}

/** What is to be done for all judged contexts of an execution. */
interface Plan {
  release: string[];
  skip: { id: string; reason: string }[];
  timeOut: string[];
  again: StepAgain[];
  superseded: CurrentStepRow[];
  redirected: { from: string; to: string }[];
}

async function advanceSome(
  client: Queryable,
  execution: PipelineExecution,
  contextIds: readonly string[],
): Promise<number> {
  const { steps } = execution.pipeline;
  const loopSteps = steps.filter(({ loop }) => loop !== null).map(({ stepId }) => stepId);
  const now = await databaseNow(client);
  let released = 0;
  // What runs again is judged again: its first steps may start at once.
  for (let open: readonly string[] = contextIds; open.length > 0; ) {
    const rows = await loadCurrentSteps(client, open, loopSteps);
    const plan: Plan = { release: [], skip: [], timeOut: [], again: [], superseded: [], redirected: [] };
    const repeated: string[] = [];
    for (const contextRows of groupByContext(rows)) {
      if (planContext(plan, execution, contextRows, now)) repeated.push(contextRows[0].contextId);
    }
    await apply(client, execution.id, open, plan);
    released += plan.release.length;
    open = repeated;
  }
  return released;
}

type ContextRows = [CurrentStepRow, ...CurrentStepRow[]];

function groupByContext(rows: readonly CurrentStepRow[]): ContextRows[] {
  const groups = new Map<string, ContextRows>();
  for (const row of rows) {
    const group = groups.get(row.contextId);
    if (group) group.push(row);
    else groups.set(row.contextId, [row]);
  }
  return [...groups.values()];
}

/** @returns whether steps of it run again */
function planContext(plan: Plan, execution: PipelineExecution, rows: ContextRows, now: Date): boolean {
  const { pipeline, cancelRequested, batchCursor } = execution;
  const actions = advanceContext({ graph: buildGraph(pipeline.steps), now, cancelRequested, rows });
  const begun = rows[0].batchIndex <= batchCursor;
  if (begun) plan.release.push(...actions.release);
  plan.skip.push(...actions.skip);
  plan.timeOut.push(...actions.timeOut);
  if (actions.newTurns.length > 0) {
    const turns = new Map(
      actions.newTurns.flatMap(({ steps }) => steps.map(({ stepId, turn }) => [stepId, turn])),
    );
    repeatSteps(
      plan,
      rows.filter(({ stepId }) => turns.has(stepId)),
      (row) => ({
        turn: turns.get(row.stepId) ?? row.turn,
        contextRetry: row.contextRetry,
        waitMs: null,
      }),
    );
    return true;
  }
  return beginAnew(plan, execution, rows, actions);
}

function repeatSteps(
  plan: Plan,
  rows: readonly CurrentStepRow[],
  again: (row: CurrentStepRow) => Pick<StepAgain, 'turn' | 'contextRetry' | 'waitMs'>,
): void {
  for (const row of rows) {
    const jobId = uuidv7();
    plan.again.push({ after: row.id, id: uuidv7(), jobId, ...again(row) });
    plan.redirected.push({ from: row.jobId, to: jobId });
  }
}

/** `Pipeline.retryConfig`: a context that failed, its steps' own retries spent, begins anew after a wait. */
function beginAnew(
  plan: Plan,
  { pipeline, cancelRequested }: PipelineExecution,
  rows: ContextRows,
  { outcome }: ContextActions,
): boolean {
  const { retryConfig } = pipeline;
  const contextRetry = Math.max(...rows.map((row) => row.contextRetry)) + 1;
  // An operator who cancelled a step or the context meant it.
  const cancelled = cancelRequested || rows.some(({ status }) => status === 'cancelled');
  if (outcome !== 'failed' || cancelled || !retryConfig || contextRetry > retryConfig.maxRetries)
    return false;
  const waitMs = retryDelayMs(retryConfig, contextRetry, Math.random());
  repeatSteps(plan, rows, () => ({ turn: 0, contextRetry, waitMs }));
  plan.superseded.push(...rows);
  return true;
}

async function apply(
  client: Queryable,
  executionId: string,
  contextIds: readonly string[],
  plan: Plan,
): Promise<void> {
  await skipSteps(client, plan.skip);
  await timeOutSteps(client, plan.timeOut);
  await insertStepsAgain(client, plan.again);
  await redirectDependents(client, contextIds, plan.redirected);
  await supersedeSteps(
    client,
    plan.superseded.map(({ id }) => id),
  );
  await releaseSteps(client, plan.release);
  await addStepCounters(client, countersOf(executionId, plan));
}

function countersOf(id: string, { release, skip, timeOut, again, superseded }: Plan): StepCounters[] {
  const skipped = new Set(skip.map((step) => step.id));
  const timedOut = new Set(timeOut);
  // A context begun anew takes back what its rows had added, those that have just ended included.
  const takenBack = (...statuses: string[]) =>
    superseded.filter((row) =>
      statuses.includes(skipped.has(row.id) ? 'skipped' : timedOut.has(row.id) ? 'failed' : row.status),
    ).length;
  const counters = {
    id,
    created: again.length - superseded.length,
    enqueued: release.length - superseded.filter(({ released }) => released).length,
    completed: -takenBack('completed'),
    failed: timeOut.length - takenBack('failed', 'dead_letter'),
    skipped: skip.length - takenBack('skipped'),
    cancelled: -takenBack('cancelled'),
  };
  return Object.values(counters).some((value) => typeof value === 'number' && value !== 0) ? [counters] : [];
}
