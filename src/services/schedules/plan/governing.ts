import type { DueSchedule } from '../../../db/schedules/claim/lock-due-schedules.js';
import type { Hints } from '../../../domain/schedule/governor/hints.js';
import type { Governing } from '../../../domain/schedule/governor/plan-input.js';
import type { Timing } from '../../../domain/schedule/timing.js';

type TimingColumns = Pick<
  DueSchedule,
  'repeat' | 'cronExpression' | 'interval' | 'timezone' | 'startAt' | 'endAt' | 'dstGap' | 'dstRepeat'
>;

type HintColumns = Pick<
  DueSchedule,
  'hintIntervalMs' | 'hintNextRunAt' | 'hintExpiresAt' | 'hintReason' | 'hintBy' | 'hintAt' | 'hintSince'
>;

/** The columns from which limits and hints are counted. Absent for a schedule that is only previewed. */
type HistoryColumns = Partial<Pick<DueSchedule, 'createdAt' | 'activatedAt' | 'lastRunAt' | 'handledAt'>>;

/** What governs the plan besides the timing. */
export type GoverningColumns = HintColumns &
  HistoryColumns &
  Pick<
    DueSchedule,
    'minInterval' | 'maxInterval' | 'failureBackoff' | 'failureCount' | 'pausedUntil' | 'pauseNote'
  >;

/** What `domain/schedule` needs to know of a stored schedule. */
export function timingOf(
  schedule: TimingColumns & Pick<DueSchedule, 'originAt'>,
  defaultZone: string,
): Timing {
  return timingFrom(schedule.originAt, schedule, defaultZone);
}

/** The same for columns that are not stored yet. */
export function timingFrom(origin: Date, schedule: TimingColumns, defaultZone: string): Timing {
  return {
    repeat: schedule.repeat,
    cronExpression: schedule.cronExpression,
    interval: schedule.interval === null ? null : Number(schedule.interval),
    timezone: schedule.timezone ?? defaultZone,
    startAt: schedule.startAt,
    endAt: schedule.endAt,
    dstGap: schedule.dstGap,
    dstRepeat: schedule.dstRepeat,
    origin,
  };
}

export function governingOf(
  schedule: GoverningColumns,
  activatedAt: Date | null | undefined = schedule.activatedAt,
): Governing {
  const { minInterval, maxInterval, failureBackoff, failureCount, pausedUntil, pauseNote } = schedule;
  const { createdAt, lastRunAt, handledAt } = schedule;
  const hints = hintsOf(schedule);
  const ranAt = handledAt ?? lastRunAt;
  return {
    hints: hints && { ...hints, since: later(hints.since, activatedAt) },
    ranAt: ranAt ? later(ranAt, activatedAt) : null,
    since: later(createdAt, activatedAt),
    minInterval,
    maxInterval,
    failureBackoff,
    failureCount,
    pausedUntil,
    pauseNote,
  };
}

function later(a: Date | null | undefined, b: Date | null | undefined): Date | null {
  if (!a || !b) return a ?? b ?? null;
  return a > b ? a : b;
}

/** The hints of a schedule, expired or not. Null if there are none. */
export function hintsOf(schedule: HintColumns): Hints | null {
  const { hintIntervalMs, hintNextRunAt, hintExpiresAt, hintReason, hintBy, hintSince } = schedule;
  if (hintExpiresAt === null || (hintIntervalMs === null && hintNextRunAt === null)) return null;
  return {
    intervalMs: hintIntervalMs,
    since: hintSince,
    nextRunAt: hintNextRunAt,
    expiresAt: hintExpiresAt,
    reason: hintReason ?? '',
    proposedBy: hintBy,
  };
}

/** The columns of a schedule without hints. */
export const NO_HINTS = {
  hintIntervalMs: null,
  hintNextRunAt: null,
  hintExpiresAt: null,
  hintReason: null,
  hintBy: null,
  hintAt: null,
  hintSince: null,
} as const;

/** What governs a schedule in which nothing has happened yet. */
export const NO_HISTORY = { failureCount: 0, pausedUntil: null, pauseNote: null, ...NO_HINTS } as const;
