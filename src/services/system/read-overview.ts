/**
 * The figures of the admin's overview page. Each part uses an index that bounds its cost, however
 * long the history is.
 */
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { countOpenWork, type OpenWork } from '../../db/jobs/find/count-open-work.js';
import { countOutcomes, OUTCOMES, type Outcome, type OutcomeCount } from '../../db/runs/count-outcomes.js';
import { findRuns, type Run } from '../../db/runs/find-runs.js';
import { loadUpcomingSchedules, type UpcomingSchedule } from '../../db/schedules/load-upcoming-schedules.js';
import { loadLastSlots } from '../../db/schedules/lock-schedules.js';
import type { Queryable } from '../../db/system/queryable.js';
import { jitteredFireAt } from '../../domain/schedule/slots/jitter.js';
import { mergeRuns } from '../../domain/schedule/slots/merge-runs.js';
import { type PreviewedRun, runsAhead } from '../../domain/schedule/slots/preview-runs.js';
import { countAllThrottled } from '../agents/agent-limits.js';
import { governingOf, timingOf } from '../schedules/plan/governing.js';
import { readSchedulerConfig } from './read-settings.js';

/** Counting stops here. */
export const MOST_COUNTED = 10_000;

/** How many runs of each outcome are examined. */
const MOST_OUTCOMES = 50_000;
const BUCKET_MS = 900_000;
const HOUR_MS = 3_600_000;

export const MAX_OUTCOME_HOURS = 168;
export const MAX_UPCOMING_MINUTES = 1_440;
export const MAX_UPCOMING = 500;
export const MAX_RUNS = 1_000;

/** Work that waits or is running, each counted up to {@link MOST_COUNTED}. */
export interface WorkCounts extends Pick<OpenWork, 'queued' | 'running' | 'deadLetters'> {
  /** Throttled by a circuit or rate limit, or waiting for a matching worker. */
  throttled: number;
}

export async function readWorkCounts(client: Queryable): Promise<WorkCounts> {
  const [{ queued, running, unmatched, deadLetters }, throttled] = await Promise.all([
    countOpenWork(client, MOST_COUNTED),
    countAllThrottled(client),
  ]);
  const waiting = throttled.reduce((sum, { count }) => sum + count, unmatched);
  return { queued, running, deadLetters, throttled: Math.min(MOST_COUNTED, waiting) };
}

/** How the runs created in a quarter of an hour ended. */
export interface OutcomeBucket extends Record<Outcome, number> {
  at: Date;
  /** False if not all of them were counted. */
  complete: boolean;
}

/**
 * Outcomes of runs by creation time, in buckets of 15 minutes. The last one contains `now`.
 * @param idsFrom returns a lower bound of the IDs created at an instant or later
 */
export async function readOutcomes(
  client: Queryable,
  { hours, now, idsFrom }: { hours: number; now: Date; idsFrom(at: Date): string },
): Promise<OutcomeBucket[]> {
  const buckets = (hours * HOUR_MS) / BUCKET_MS;
  const firstAt = (Math.floor(now.getTime() / BUCKET_MS) - buckets + 1) * BUCKET_MS;
  const starts = Array.from({ length: buckets }, (_, index) => new Date(firstAt + index * BUCKET_MS));
  const counts = await countOutcomes(client, starts.map(idsFrom), MOST_OUTCOMES);
  const completeFrom = Math.max(0, ...OUTCOMES.map((outcome) => firstComplete(counts, outcome)));
  const of = (bucket: number, outcome: Outcome) =>
    counts.find((count) => count.bucket === bucket && count.outcome === outcome)?.count ?? 0;
  return starts.map((at, index) => ({
    at,
    succeeded: of(index + 1, 'succeeded'),
    partial: of(index + 1, 'partial'),
    failed: of(index + 1, 'failed'),
    cancelled: of(index + 1, 'cancelled'),
    skipped: of(index + 1, 'skipped'),
    complete: index + 1 >= completeFrom,
  }));
}

/** The first bucket for which every run of the outcome was read. */
function firstComplete(counts: readonly OutcomeCount[], outcome: Outcome): number {
  const own = counts.filter((count) => count.outcome === outcome);
  const isCut = own.some(({ read }) => read >= MOST_OUTCOMES);
  return isCut ? Math.min(...own.map(({ bucket }) => bucket)) + 1 : 0;
}

export interface UpcomingRun {
  scheduleId: string;
  name: string;
  at: Date;
  /** Including its jitter. */
  fireAt: Date;
  source: PreviewedRun['source'];
}

export interface UpcomingWithin {
  minutes: number;
  limit: number;
  /**
   * Limit per schedule, so that frequent schedules leave room for others. Defaults to the limit of
   * the whole list.
   */
  limitEach?: number;
  now: Date;
}

/** The next runs of all schedules within a period, earliest first. Empty while `scheduler.enabled` is off. */
export async function readUpcomingRuns(
  client: Queryable,
  { minutes, limit, limitEach = limit, now }: UpcomingWithin,
): Promise<UpcomingRun[]> {
  const until = new Date(now.getTime() + minutes * 60_000);
  const { enabled, timezone, misfireThreshold } = (await readSchedulerConfig(client)).scheduler;
  if (!enabled) return [];
  const schedules = await loadUpcomingSchedules(client, until, limit);
  const lastSlots = await loadLastSlots(
    client,
    schedules.map(({ id }) => id),
  );
  const lanes = schedules.map((schedule) => ({
    key: schedule,
    from: schedule.nextRunAt,
    runs: firstOf(
      runsOf(schedule, {
        timezone,
        misfireThreshold,
        now,
        until,
        lastSlotAt: lastSlots.get(schedule.id),
      }),
      limitEach,
    ),
  }));
  const runs: UpcomingRun[] = [];
  for (const { key, run } of mergeRuns(lanes)) {
    const { id, name, jitter } = key;
    const { at, source } = run;
    const fireAt = jitter === null ? at : jitteredFireAt(id, at, jitter);
    if (runs.push({ scheduleId: id, name, at, fireAt, source }) === limit) break;
    // Lets other requests run in between.
    if (runs.length % AT_A_STRETCH === 0) await yieldToOthers();
  }
  return runs;
}

const AT_A_STRETCH = 20;

interface Ahead {
  timezone: string;
  misfireThreshold: number;
  now: Date;
  until: Date;
  lastSlotAt: Date | undefined;
}

/**
 * A timing that SQL wrote without validation has no runs beyond the planned one: its claim will report it.
 */
function* runsOf(schedule: UpcomingSchedule, ahead: Ahead): Generator<PreviewedRun, void> {
  const { nextRunAt, nextRunSource: source, decision } = schedule;
  if (decision === null) return;
  try {
    // The planned run needs no computation, unless a claim could change it.
    const isPlain = nextRunAt > ahead.now && source !== 'paused';
    if (isPlain) yield { at: nextRunAt, source, decision };
    const runs = runsAhead(
      {
        ...governingOf(schedule),
        timing: timingOf(schedule, ahead.timezone),
        activatedAt: schedule.activatedAt,
        now: ahead.now,
        plan: { nextRunAt, source, decision },
        lastSlotAt: ahead.lastSlotAt ?? null,
        misfireThresholdMs: ahead.misfireThreshold,
        misfirePolicy: schedule.misfirePolicy,
        startingDeadline: schedule.startingDeadline,
        // Open runs are assumed to have ended by then.
        concurrencyPolicy: 'allow',
        jitter: null,
        maxRuns: schedule.maxRuns,
        runCount: schedule.runCount,
      },
      ahead.until,
    );
    for (const run of runs) if (!isPlain || run.at > nextRunAt) yield run;
  } catch {
    return;
  }
}

function* firstOf<Item>(items: Iterable<Item>, count: number): Generator<Item, void> {
  let taken = 0;
  for (const item of items) {
    yield item;
    taken += 1;
    if (taken >= count) return;
  }
}

/**
 * Runs that were active since an instant, newest first: at most `limit` that were created since then,
 * and with `earlier` also older ones that are still running or ended since, as far as they are among
 * the newest.
 * @param idsFrom returns a lower bound of the IDs created at an instant or later
 */
export function readRuns(
  client: Queryable,
  {
    since,
    limit,
    earlier,
    idsFrom,
  }: { since: Date; limit: number; earlier: boolean; idsFrom(at: Date): string },
): Promise<Run[]> {
  return findRuns(client, { since, idFrom: idsFrom(since), limit, earlier: earlier ? MAX_RUNS : 0 });
}
