/**
 * What stands on a lane of the timeline: each run as a bar as long as it took, what did not run, and what is to come. Short ones
 * that would stand on top of one another are one mark, of the parts of which it tells.
 */
import type { Status } from '../../../components/status-badge.js';
import { stateOf } from '../../executions/execution-words.js';
import type { OverviewFiresQuery, OverviewRunFragment } from '../overview.generated.js';

export type Run = OverviewRunFragment;
export type Fire = OverviewFiresQuery['overview']['nextFires'][number];

interface Span {
  /** Unique on the timeline; tells what it is of in the DOM. */
  id: string;
  start: number;
  /** Infinity: it has not ended. */
  end: number;
  /** 0: the upper one. Runs that overlap stand on several. */
  track: number;
  /** Where so many are short that they stand side by side, each is as wide as this; undefined: as long as it took. */
  cellMs: number | undefined;
}

/** What ran, or runs. Of several runs, the newest first. */
export interface RunMark extends Span {
  kind: 'run' | 'skipped';
  runs: readonly [Run, ...Run[]];
}

export interface FireMark extends Span {
  kind: 'fire';
  fires: readonly [Fire, ...Fire[]];
}

export type Mark = RunMark | FireMark;

/** More stand on top of each other. */
export const MAX_TRACKS = 3;
/** Narrower than this a bar is neither seen nor hit. */
export const MIN_WIDTH = 3;
/** Those that begin within so many pixels are one mark, when they are short. */
const CELL = 6;

/** When it ran: from its time, or from when it was claimed when that was later. */
export function startOf({ runStatus, slotAt, fireAt, executionTime }: Run): number {
  if (runStatus === null) return Date.parse(slotAt ?? executionTime);
  return Math.max(Date.parse(fireAt), Date.parse(executionTime));
}

/** Infinity: it has not ended. */
export function endOf(run: Run): number {
  if (run.runStatus === null) return Date.parse(run.lastSlotAt ?? run.slotAt ?? run.executionTime);
  return run.completedAt === null ? Number.POSITIVE_INFINITY : Date.parse(run.completedAt);
}

/** What is past, the oldest first. */
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
    // In the same cell or in the next: they would hide one another.
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

export function fireMarksOf(fires: readonly Fire[], pxPerMs: number): FireMark[] {
  const cellMs = (CELL + 2) / pxPerMs;
  const marks = new Map<number, FireMark>();
  let isDense = false;
  for (const fire of fires) {
    const start = Date.parse(fire.fireAt);
    const cell = Math.floor(start / cellMs);
    const mark = marks.get(cell);
    if (mark) {
      isDense = true;
      mark.fires = [...mark.fires, fire];
    } else {
      const id = `fire ${fire.scheduleId} ${fire.at}`;
      marks.set(cell, { id, kind: 'fire', start, end: start, track: 0, cellMs: undefined, fires: [fire] });
    }
  }
  if (isDense) for (const mark of marks.values()) mark.cellMs = cellMs;
  return [...marks.values()];
}

export interface LaneMarks {
  past: readonly RunMark[];
  coming: readonly FireMark[];
}

const known = new WeakMap<readonly Run[] | readonly Fire[], { pxPerMs: number; marks: readonly Mark[] }>();

/** The marks of a lane: worked out once for as long as its runs are the same. */
export function marksOf(lane: { runs: readonly Run[]; fires: readonly Fire[] }, pxPerMs: number): LaneMarks {
  return {
    past: once(lane.runs, pxPerMs, runMarksOf),
    coming: once(lane.fires, pxPerMs, fireMarksOf),
  };
}

function once<Item extends Run | Fire, Made extends Mark>(
  items: readonly Item[],
  pxPerMs: number,
  make: (items: readonly Item[], pxPerMs: number) => readonly Made[],
): readonly Made[] {
  const key = items as readonly Run[] | readonly Fire[];
  const before = known.get(key);
  if (before?.pxPerMs === pxPerMs) return before.marks as readonly Made[];
  const marks = make(items, pxPerMs);
  known.set(key, { pxPerMs, marks });
  return marks;
}

/** Where it is drawn: a dense lane is a strip of equal cells. */
export function placeOf({ start, end, cellMs }: Mark): { start: number; end: number } {
  if (cellMs === undefined) return { start, end };
  const from = Math.floor(start / cellMs) * cellMs;
  return { start: from, end: from + cellMs };
}

/** Each on the first track that is free; where none is, on the last. */
function onTracks(marks: RunMark[], minMs: number): RunMark[] {
  const freeFrom: number[] = [];
  for (const mark of marks) {
    const { start, end } = placeOf(mark);
    // Cells touch each other.
    const free = freeFrom.findIndex((from) => from <= start + 1);
    mark.track = free >= 0 ? free : Math.min(freeFrom.length, MAX_TRACKS - 1);
    freeFrom[mark.track] = Math.max(end, start + minMs);
  }
  return marks;
}

/** The worst first: what is on top is seen. */
const BY_WEIGHT: readonly Status[] = [
  'failed',
  'partial',
  'cancelled',
  'skipped',
  'running',
  'pending',
  'completed',
];

/** How many of its runs stand how, the worst first. */
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
