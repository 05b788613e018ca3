/**
 * Decides what happens next in one context of a pipeline. The caller holds the lock of the run, reads
 * the current row of each step, calls this function and writes the result in the same transaction. If
 * new turns were opened, it calls again with their rows. Every code path that ends a step calls it.
 * The result depends on the rows alone, so calling it twice, late or after a crash does no harm.
 */
import type { AttemptStatus } from '../job/states.js';
import { isEnded } from '../job/states.js';
import type { Json } from '../json.js';
import type { GraphLoop, PipelineGraph, StepNode } from './graph.js';
import { jsonEquals, parseJsonPath, readJsonPath } from './json-path.js';

/** The latest attempt of the latest turn of a step in this context. */
export interface StepRow {
  readonly id: string;
  readonly jobId: string;
  readonly stepId: string;
  /** From 0 on; see {@link NewTurn} for its numbers in nested loops. */
  readonly turn: number;
  readonly status: AttemptStatus;
  /** The engine has applied all consequences of the end. Only then does the step count as ended. */
  readonly settled: boolean;
  /** Queued or running. */
  readonly released: boolean;
  /** When a retry may start; null if it is not a retry. */
  readonly retryAt: Date | null;
  /** Until when it waits for its dependencies. Null if not limited. */
  readonly dependencyDeadlineAt: Date | null;
  /** The result of a step that closes a loop. */
  readonly result?: Json;
}

export interface ContextState {
  readonly graph: PipelineGraph;
  readonly now: Date;
  /** Nothing new starts. The caller cancels the rows that are still pending. */
  readonly cancelRequested: boolean;
  /** One for each step, in any order. */
  readonly rows: readonly StepRow[];
}

/**
 * Why a step is skipped. With `all_succeeded`, the worst of its dependencies: failed (also: timed out),
 * cancelled or skipped. With another `runIf`, the condition can no longer be met.
 */
export type StepSkipReason =
  | 'dependency_failed'
  | 'dependency_cancelled'
  | 'dependency_skipped'
  | 'condition_not_met';

/**
 * Rows to create, pending, for another turn of a loop's steps. Turns of a loop count from 0. A loop within
 * another one starts again with each turn of the outer loop: in turn n of the outer loop, its turns 0, 1 …
 * are numbered n · maxTurns, n · maxTurns + 1 … The numbers of a step therefore only grow, and show how often
 * each loop around it has run.
 */
interface NewTurn {
  readonly loopStepId: string;
  /** The result of the step that closes the loop. */
  readonly turn: number;
  /** All steps of the body in list order, each with its new turn. */
  readonly steps: readonly { readonly stepId: string; readonly turn: number }[];
}

export interface ContextActions {
  /** Ids of rows to start, in list order. Empty if new turns open: call again once their rows exist. */
  readonly release: readonly string[];
  /** Rows that become `skipped` and settled. */
  readonly skip: readonly { readonly id: string; readonly reason: StepSkipReason }[];
  /**
   * Ids of rows whose dependencies took too long: they become `failed`, not retryable. Their dependents are
   * already decided here.
   */
  readonly timeOut: readonly string[];
  readonly newTurns: readonly NewTurn[];
  /** How the context ends; `open` while a step may still do something. */
  readonly outcome: 'open' | 'succeeded' | 'failed' | 'cancelled';
}

type EndedStatus = Exclude<AttemptStatus, 'pending' | 'running'>;
type Standing = 'open' | EndedStatus;
type Verdict = { kind: 'ready' } | { kind: 'wait' } | { kind: 'skip'; reason: StepSkipReason };

/** The state after the rows, and after the skips and timeouts that follow from them. */
interface Survey {
  readonly rows: ReadonlyMap<StepNode, StepRow>;
  readonly standings: Map<StepNode, Standing>;
  /** Loops that need another turn. */
  readonly repeating: Set<GraphLoop>;
  /** Loops that will have no further turn. */
  readonly over: Set<GraphLoop>;
  readonly ready: Set<StepNode>;
  readonly skip: { id: string; reason: StepSkipReason }[];
  readonly timeOut: string[];
}

/** @throws if a step has no row, or a row no step */
export function advanceContext(state: ContextState): ContextActions {
  const survey = surveyContext(state);
  const { skip, timeOut } = survey;
  if (state.cancelRequested)
    return { release: [], skip: [], timeOut: [], newTurns: [], outcome: outcomeOf(survey) };
  const newTurns = openTurns(state.graph, survey);
  if (newTurns.length > 0) return { release: [], skip, timeOut, newTurns, outcome: 'open' };
  const release = startReady(state.graph, survey);
  return { release, skip, timeOut, newTurns, outcome: outcomeOf(survey) };
}

/** Which steps a context begins with: the same for every context in which nothing has happened yet. */
export function firstSteps(graph: PipelineGraph): ReadonlySet<string> {
  const rows = graph.nodes.map(({ step: { stepId } }) => ({
    id: stepId,
    jobId: stepId,
    stepId,
    turn: 0,
    status: 'pending' as const,
    settled: false,
    released: false,
    retryAt: null,
    dependencyDeadlineAt: null,
  }));
  return new Set(advanceContext({ graph, now: new Date(0), cancelRequested: false, rows }).release);
}

/** One pass in evaluation order: everything that a step depends on has been decided before it. */
function surveyContext({ graph, rows, now, cancelRequested }: ContextState): Survey {
  const survey: Survey = {
    rows: new Map(rows.map((row) => [graph.node(row.stepId), row])),
    standings: new Map(),
    repeating: new Set(),
    over: new Set(),
    ready: new Set(),
    skip: [],
    timeOut: [],
  };
  for (const node of graph.evaluationOrder) {
    const row = survey.rows.get(node);
    if (!row) throw new Error(`Step ${JSON.stringify(node.step.stepId)} has no row in this context.`);
    const isWaiting = row.status === 'pending' && !row.settled && !row.released;
    const standing =
      isWaiting && !cancelRequested ? evaluateWaiting(node, row, now, survey) : standingOf(row);
    survey.standings.set(node, standing);
    const closed = node.loops.find(({ closedBy }) => closedBy === node);
    if (closed && standing !== 'open') {
      (standing === 'completed' && wantsTurn(closed, row) ? survey.repeating : survey.over).add(closed);
    }
  }
  return survey;
}

function standingOf({ status, settled }: StepRow): Standing {
  return settled && isEnded(status) ? (status as EndedStatus) : 'open';
}

function evaluateWaiting(node: StepNode, row: StepRow, now: Date, survey: Survey): Standing {
  const verdict = evaluate(node, survey);
  if (verdict.kind === 'skip') {
    survey.skip.push({ id: row.id, reason: verdict.reason });
    return 'skipped';
  }
  if (verdict.kind === 'ready') {
    if (row.retryAt === null || row.retryAt <= now) survey.ready.add(node);
    return 'open';
  }
  const { dependencyDeadlineAt } = row;
  if (dependencyDeadlineAt === null || dependencyDeadlineAt > now) return 'open';
  survey.timeOut.push(row.id);
  return 'failed';
}

/** Whether `runIf` holds, as soon as the open dependencies cannot change the result. */
function evaluate(node: StepNode, { standings, over }: Survey): Verdict {
  const counts: Record<Standing, number> = {
    open: 0,
    completed: 0,
    failed: 0,
    dead_letter: 0,
    cancelled: 0,
    skipped: 0,
  };
  for (const dependency of node.dependencies) {
    // For steps outside a loop, its steps have not ended before the loop has.
    const mayRepeat = dependency.loops.some((loop) => !loop.body.has(node) && !over.has(loop));
    counts[mayRepeat ? 'open' : (standings.get(dependency) ?? 'open')]++;
  }
  const failed = counts.failed + counts.dead_letter;
  const { open, completed, cancelled, skipped } = counts;
  const total = node.dependencies.length;
  switch (node.step.runIf) {
    case 'all_succeeded':
      if (failed > 0) return { kind: 'skip', reason: 'dependency_failed' };
      if (cancelled > 0) return { kind: 'skip', reason: 'dependency_cancelled' };
      if (skipped > 0) return { kind: 'skip', reason: 'dependency_skipped' };
      return { kind: open > 0 ? 'wait' : 'ready' };
    case 'all_done':
      return { kind: open > 0 ? 'wait' : 'ready' };
    case 'any_succeeded':
      return anyOf(completed, open, total);
    case 'any_failed':
      return anyOf(failed + cancelled, open, total);
  }
}

function anyOf(found: number, open: number, total: number): Verdict {
  if (found > 0 || total === 0) return { kind: 'ready' };
  return open > 0 ? { kind: 'wait' } : { kind: 'skip', reason: 'condition_not_met' };
}

/** After a completed turn. A closing step that failed or was skipped ends its loop. */
function wantsTurn(loop: GraphLoop, { turn, result }: StepRow): boolean {
  if ((turn + 1) % loop.maxTurns === 0) return false;
  if (loop.while === null) return true;
  const path = parseJsonPath(loop.while.path);
  const value = path ? readJsonPath(result, path) : undefined;
  return value !== undefined && jsonEquals(value, loop.while.equals);
}

/**
 * The loops whose turn has ended completely, including inner loops: no step ever runs in two turns at
 * the same time.
 */
function openTurns(graph: PipelineGraph, { rows, standings, repeating, over }: Survey): NewTurn[] {
  const mayOpen = (loop: GraphLoop) =>
    [...loop.body].every((node) => standings.get(node) !== 'open') &&
    graph.loops.every((inner) => inner === loop || !loop.body.has(inner.closedBy) || over.has(inner));
  return [...repeating].filter(mayOpen).map((loop) => {
    const turn = (rows.get(loop.closedBy)?.turn ?? 0) + 1;
    const steps = Array.from(loop.body, (node) => ({
      stepId: node.step.stepId,
      turn: innerLoops(node, loop).reduce((first, { maxTurns }) => first * maxTurns, turn),
    }));
    return { loopStepId: loop.closedBy.step.stepId, turn, steps };
  });
}

function innerLoops(node: StepNode, outer: GraphLoop): readonly GraphLoop[] {
  return node.loops.slice(0, node.loops.indexOf(outer));
}

/** In list order. An exclusive step that cannot start yet makes all steps listed after it wait. */
function startReady(graph: PipelineGraph, { rows, ready }: Survey): string[] {
  const busy = graph.nodes.filter((node) => isBusy(rows.get(node)));
  const release: string[] = [];
  for (const node of graph.nodes) {
    if (!ready.has(node)) continue;
    const mustBeAlone = !node.step.parallel || busy.some(({ step }) => !step.parallel);
    if (mustBeAlone && busy.length > 0) break;
    busy.push(node);
    release.push(rows.get(node)?.id ?? '');
  }
  return release;
}

/** A step that has ended but is not settled still counts as busy: the consequences have not been applied. */
function isBusy(row: StepRow | undefined): boolean {
  return row !== undefined && !row.settled && (row.released || row.status !== 'pending');
}

/**
 * Failures take precedence over cancellations. A loop that needed another turn when it was cancelled
 * has not succeeded.
 */
function outcomeOf({ standings, repeating }: Survey): ContextActions['outcome'] {
  const ends = new Set(standings.values());
  if (ends.has('open')) return 'open';
  if (ends.has('failed') || ends.has('dead_letter')) return 'failed';
  return ends.has('cancelled') || repeating.size > 0 ? 'cancelled' : 'succeeded';
}
