import { describe, expect, test } from 'vitest';
import { byKey, inOrder, type Lane, lanesOf } from '../../admin/src/features/overview/timeline/lanes.js';
import { linkOf } from '../../admin/src/features/overview/timeline/mark-link.js';
import { sentenceOf } from '../../admin/src/features/overview/timeline/mark-words.js';
import {
  placeOf,
  type Run,
  runMarksOf,
  statusPartsOf,
  type UpcomingRun,
  upcomingMarksOf,
} from '../../admin/src/features/overview/timeline/marks.js';
import { labelsOf, scaleOf, ticksOf, xOf, zoomOf } from '../../admin/src/features/overview/timeline/zoom.js';

const NOON = Date.parse('2026-11-20T12:00:00Z');
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** 100 pixels an hour. */
const PX_PER_MS = 100 / (60 * MINUTE);

const at = (ms: number) => new Date(NOON + ms).toISOString();

/** @param startMs relative to noon @param tookMs undefined: it is still running */
function aRun(startMs: number, tookMs?: number, more: Partial<Run> = {}): Run {
  const id = `${(NOON + startMs).toString(16).padStart(12, '0')}-7000-8000`;
  return {
    id: `${id.slice(0, 8)}-${id.slice(8)}-000000000000`,
    scheduleId: 'hourly',
    name: 'Hourly',
    trigger: 'SCHEDULE',
    status: tookMs === undefined ? 'PENDING' : 'SUCCESS',
    runStatus: tookMs === undefined ? 'RUNNING' : 'SUCCEEDED',
    reason: null,
    slotAt: at(startMs),
    lastSlotAt: null,
    missedCount: 0,
    fireAt: at(startMs),
    executionTime: at(startMs),
    completedAt: tookMs === undefined ? null : at(startMs + tookMs),
    cancelRequestedAt: null,
    jobsCreated: 0,
    jobsCompleted: 0,
    jobsFailed: 0,
    jobsSkipped: 0,
    jobsCancelled: 0,
    ...more,
  };
}

const aRunAt = (ms: number, scheduleId = 'hourly'): UpcomingRun => ({
  scheduleId,
  name: 'Hourly',
  at: at(ms),
  fireAt: at(ms),
  source: 'BASELINE_INTERVAL',
});

describe('the marks of runs', () => {
  test('use up to three tracks when runs overlap', () => {
    const marks = runMarksOf(
      [0, 1, 2, 3].map((index) => aRun(index * 10 * MINUTE, 60 * MINUTE)).concat(aRun(90 * MINUTE)),
      PX_PER_MS,
    );
    expect(marks.map(({ track }) => track)).toEqual([0, 1, 2, 2, 0]);
    expect(marks.at(-1)?.end).toBe(Number.POSITIVE_INFINITY);
  });

  test('begin at the slot or at the claim, whichever was later', () => {
    const [late] = runMarksOf([aRun(0, MINUTE, { executionTime: at(20 * SECOND) })], PX_PER_MS);
    const [jittered] = runMarksOf([aRun(0, MINUTE, { fireAt: at(30 * SECOND) })], PX_PER_MS);
    expect(late?.start).toBe(NOON + 20 * SECOND);
    expect(jittered?.start).toBe(NOON + 30 * SECOND);
  });

  test('merge short adjacent runs into one mark that lists them; skipped runs have their own', () => {
    const short = Array.from({ length: 8 }, (_, index) =>
      aRun(index * SECOND, 100, index === 3 ? { runStatus: 'FAILED' } : {}),
    );
    const skipped = aRun(2 * SECOND, undefined, { runStatus: null, status: 'SKIPPED', reason: 'OVERLAP' });
    const marks = runMarksOf([...short, skipped], PX_PER_MS);
    expect(marks.map(({ kind, runs }) => [kind, runs.length])).toEqual([
      ['run', 8],
      ['skipped', 1],
    ]);
    const [mark] = marks;
    if (!mark) throw new Error('no mark');
    expect(mark.runs[0]).toBe(short[7]);
    expect(statusPartsOf(mark.runs)).toEqual([
      { status: 'failed', count: 1 },
      { status: 'completed', count: 7 },
    ]);
    // All merged marks have the width of one cell, wherever their runs are within it.
    const { start, end } = placeOf(mark);
    expect((end - start) * PX_PER_MS).toBeCloseTo(6);
    expect(start).toBeLessThanOrEqual(mark.start);
    expect(end).toBeGreaterThan(mark.start);
  });

  test('merge future runs in the same way', () => {
    expect(
      upcomingMarksOf([aRunAt(0), aRunAt(SECOND), aRunAt(30 * MINUTE)], PX_PER_MS).map(
        ({ upcoming }) => upcoming.length,
      ),
    ).toEqual([2, 1]);
  });

  test('have a label and a link', () => {
    const lane: Lane = {
      id: 'hourly',
      name: 'Hourly',
      isSchedule: true,
      runs: [],
      upcoming: [],
      isCut: false,
    };
    const one = aRun(0, 90 * SECOND, {
      jobsCreated: 3,
      jobsCompleted: 2,
      jobsFailed: 1,
      runStatus: 'PARTIAL',
    });
    const [single] = runMarksOf([one], PX_PER_MS);
    const [many] = runMarksOf([aRun(0, 100), aRun(SECOND, 100)], PX_PER_MS);
    const [upcoming] = upcomingMarksOf([aRunAt(MINUTE)], PX_PER_MS);
    if (!single || !many || !upcoming) throw new Error('no mark');
    expect(sentenceOf('Hourly', single)).toMatch(
      /^Hourly: Partial at [\d:]{8}, Schedule, took 1 min 30 s, 2 of 3 jobs completed, 1 failed$/,
    );
    expect(sentenceOf('Hourly', many)).toMatch(/^Hourly: 2 from [\d:]{8}: 2 succeeded$/);
    expect(sentenceOf('Hourly', upcoming)).toMatch(/^Hourly: scheduled for [\d:]{8}$/);
    expect(linkOf(lane, single)).toEqual({ to: '/executions/$executionId', params: { executionId: one.id } });
    expect(linkOf(lane, upcoming)).toEqual({ to: '/scheduler/schedules/$id', params: { id: 'hourly' } });
    expect(linkOf(lane, many)).toEqual({
      to: '/executions',
      search: { schedule: 'hourly', from: at(0), to: at(SECOND + 1) },
    });
  });
});

describe('the lanes', () => {
  const names = (lanes: readonly Lane[]) => lanes.map(({ name }) => name);
  const lanes = lanesOf(
    byKey(
      [
        aRun(0, 1, { scheduleId: 'rare', name: 'Rare' }),
        aRun(0, 1, { scheduleId: null, trigger: 'MANUAL', name: 'Agent' }),
        aRun(1, 1),
        aRun(2, 1),
      ],
      ({ scheduleId, trigger }) => scheduleId ?? trigger,
    ),
    byKey(
      [aRunAt(MINUTE), { ...aRunAt(0, 'next'), name: 'Next' }, { ...aRunAt(5, 'later'), name: 'Later' }],
      (run) => run.scheduleId,
    ),
  );

  test('start with runs without a schedule, then the busiest schedules, then those due soonest', () => {
    expect(names(inOrder(lanes, new Map()))).toEqual(['Manual', 'Hourly', 'Next', 'Later', 'Rare']);
    expect(lanes.find(({ name }) => name === 'Manual')?.isSchedule).toBe(false);
  });

  test('keep their order, and new ones follow', () => {
    const before = new Map([
      ['rare', 0],
      ['hourly', 1],
    ]);
    expect(names(inOrder(lanes, before))).toEqual(['Rare', 'Hourly', 'Manual', 'Next', 'Later']);
  });
});

describe('the axis', () => {
  test('has now in the middle, and ticks at round times', () => {
    const { spanMs, tickMs } = zoomOf('nonsense');
    const scale = scaleOf(NOON + 7 * MINUTE, spanMs, 801);
    expect(xOf(scale, NOON + 7 * MINUTE)).toBe(400);
    expect(xOf(scale, NOON + 67 * MINUTE)).toBe(800);
    const ticks = ticksOf(scale, tickMs);
    expect(ticks[0]).toBe(NOON - 45 * MINUTE);
    expect(ticks).toHaveLength(8);
    expect(ticks.every((tick) => tick % (15 * MINUTE) === 0)).toBe(true);
  });
});

describe('the labels of the axis', () => {
  test.each([230, 270, 340, 1_000])('do not run into each other on %i pixels', (width) => {
    for (const id of ['15m', '1h', '6h']) {
      const { spanMs, tickMs } = zoomOf(id);
      const scale = scaleOf(Date.parse('2026-11-20T12:03:00Z'), spanMs, width);
      const places = labelsOf(scale, tickMs).map((at) => xOf(scale, at));
      const gaps = places.slice(1).map((x, index) => x - (places[index] ?? 0));
      expect(places.length).toBeGreaterThan(0);
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(40 - 1e-6);
    }
  });
});
