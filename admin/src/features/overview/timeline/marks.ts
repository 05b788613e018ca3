/**
 * Computes the marks of a timeline lane: each run as a bar of its duration, skipped slots, and
 * upcoming runs. Short runs that would cover each other share one mark, which shows their states.
 */
import type { Status } from '../../../components/facts/status-badge.js';
import { stateOf } from '../../executions/execution-words.js';
import type { OverviewRunFragment, OverviewUpcomingRunsQuery } from '../overview.generated.js';

export type Run = OverviewRunFragment;
export type UpcomingRun = OverviewUpcomingRunsQuery['overview']['nextFires'][number];

interface Span {
  /** Unique on the timeline. Identifies the mark in the DOM. */
  id: string;
  start: number;
  /** Infinity if the run has not ended. */
  end: number;
  /** 0 is the top track. Overlapping runs are on different tracks. */
  track: number;
  /** Width of a mark where many short runs are side by side. Undefined if the mark is as wide as the duration. */
  cellMs: number | undefined;
}

/** Past and current runs. For several runs, newest first. */
export interface RunMark extends Span {
  kind: 'run' | 'skipped';
  runs: readonly [Run, ...Run[]];
}

export interface UpcomingMark extends Span {
  kind: 'upcoming';
  upcoming: readonly [UpcomingRun, ...UpcomingRun[]];
}

export type Mark = RunMark | UpcomingMark;

/** Further overlapping runs cover each other. */
const MAX_TRACKS = 3;
/** A narrower bar could be neither seen nor clicked. */
export const MIN_WIDTH = 3;
/** Short runs that begin within this many pixels share one mark. */
const CELL = 6;

/** When a run started: at its time, or when it was claimed if that was later. */
export function startOf({ runStatus, slotAt, fireAt, executionTime }: Run): number {
  if (runStatus === null) return Date.parse(slotAt ?? executionTime);
  return Math.max(Date.parse(fireAt), Date.parse(executionTime));
}

/** Infinity if the run has not ended. */
export function endOf(run: Run): number {
  if (run.runStatus === null) return Date.parse(run.lastSlotAt ?? run.slotAt ?? run.executionTime);
  return run.completedAt === null ? Number.POSITIVE_INFINITY : Date.parse(run.completedAt);
}

/** Marks of past runs, oldest first. */
export function runMarksOf(runs: readonly Run[], pxPerMs: number): RunMark[] {
  const cellMs = CELL / pxPerMs;
  const cells = new Map<string, RunMark>();
  const marks: RunMark[] = [];
  let isDense = false;
  for (const run of runs) {
    const start = startOf(run);
    const end = Math.max(start, endOf(run));
    const kind = run.runStatus === null ? 'skipped' : 'run';
    const isShort = (end - start) * pxPerMs < CELL;
    const place = Math.floor(start / cellMs);
    const cell = `${kind} ${place}`;
    // In the same or an adjacent cell, they would cover each other.
    isDense ||= isShort && [place - 1, place, place + 1].some((near) => cells.has(`${kind} ${near}`));
    const mark = isShort ? cells.get(cell) : undefined;
    if (mark) {
      mark.start = Math.min(mark.start, start);
      mark.end = Math.max(mark.end, end);
      mark.runs = [...mark.runs, run];
      continue;
    }
    const made: RunMark = { id: `run ${run.id}`, kind, start, end, track: 0, cellMs: undefined, runs: [run] };
    marks.push(made);
    if (isShort) cells.set(cell, made);
  }
  for (const mark of marks) mark.runs = newestFirst(mark.runs);
  if (isDense) for (const mark of cells.values()) mark.cellMs = cellMs;
  return onTracks(
    marks.sort((one, other) => placeOf(one).start - placeOf(other).start),
    MIN_WIDTH / pxPerMs,
  );
}

function newestFirst([first, ...others]: RunMark['runs']): RunMark['runs'] {
  const [newest = first, ...older] = [first, ...others].sort((one, other) => (one.id < other.id ? 1 : -1));
  return [newest, ...older];
}

export function upcomingMarksOf(upcoming: readonly UpcomingRun[], pxPerMs: number): UpcomingMark[] {
  const cellMs = (CELL + 2) / pxPerMs;
  const marks = new Map<number, UpcomingMark>();
  let isDense = false;
  for (const next of upcoming) {
    const start = Date.parse(next.fireAt);
    const cell = Math.floor(start / cellMs);
    const mark = marks.get(cell);
    if (mark) {
      isDense = true;
      mark.upcoming = [...mark.upcoming, next];
    } else {
      marks.set(cell, {
        id: `upcoming ${next.scheduleId} ${next.at}`,
        kind: 'upcoming',
        start,
        end: start,
        track: 0,
        cellMs: undefined,
        upcoming: [next],
      });
    }
  }
  if (isDense) for (const mark of marks.values()) mark.cellMs = cellMs;
  return [...marks.values()];
}

export interface LaneMarks {
  past: readonly RunMark[];
  upcoming: readonly UpcomingMark[];
}

const known = new WeakMap<
  readonly Run[] | readonly UpcomingRun[],
  { pxPerMs: number; marks: readonly Mark[] }
>();

/** The marks of a lane, cached as long as its runs do not change. */
export function marksOf(
  lane: { runs: readonly Run[]; upcoming: readonly UpcomingRun[] },
  pxPerMs: number,
): LaneMarks {
  return {
    past: once(lane.runs, pxPerMs, runMarksOf),
    upcoming: once(lane.upcoming, pxPerMs, upcomingMarksOf),
  };
}

function once<Item extends Run | UpcomingRun, Made extends Mark>(
  items: readonly Item[],
  pxPerMs: number,
  make: (items: readonly Item[], pxPerMs: number) => readonly Made[],
): readonly Made[] {
  const key = items as readonly Run[] | readonly UpcomingRun[];
  const before = known.get(key);
  if (before?.pxPerMs === pxPerMs) return before.marks as readonly Made[];
  const marks = make(items, pxPerMs);
  known.set(key, { pxPerMs, marks });
  return marks;
}

/** Where a mark is drawn. A dense lane is a strip of equal cells. */
export function placeOf({ start, end, cellMs }: Mark): { start: number; end: number } {
  if (cellMs === undefined) return { start, end };
  const from = Math.floor(start / cellMs) * cellMs;
  return { start: from, end: from + cellMs };
}

/** Puts each run on the first free track, or on the last one if none is free. */
function onTracks(marks: RunMark[], minMs: number): RunMark[] {
  const freeFrom: number[] = [];
  for (const mark of marks) {
    const { start, end } = placeOf(mark);
    // Adjacent cells do not overlap.
    const free = freeFrom.findIndex((from) => from <= start + 1);
    mark.track = free >= 0 ? free : Math.min(freeFrom.length, MAX_TRACKS - 1);
    freeFrom[mark.track] = Math.max(end, start + minMs);
  }
  return marks;
}

/** Worst first, because the top one is visible. */
const BY_WEIGHT: readonly Status[] = [
  'failed',
  'partial',
  'cancelled',
  'skipped',
  'running',
  'pending',
  'completed',
];

/** The number of runs in each state, worst first. */
export function statusPartsOf(runs: readonly Run[]): { status: Status; count: number }[] {
  const counts = new Map<Status, number>();
  for (const run of runs) {
    const { status } = stateOf(run);
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  return [...counts]
    .map(([status, count]) => ({ status, count }))
    .sort((one, other) => BY_WEIGHT.indexOf(one.status) - BY_WEIGHT.indexOf(other.status));
}
