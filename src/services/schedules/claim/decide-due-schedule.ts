/** Turns the decision of domain/schedule about the due slots of one schedule into rows. */

import type { NewExecution } from '../../../db/runs/insert-executions.js';
import type { ScheduleAdvance } from '../../../db/schedules/claim/advance-schedules.js';
import type { Overlap } from '../../../db/schedules/claim/load-overlaps.js';
import type { DueSchedule } from '../../../db/schedules/claim/lock-due-schedules.js';
import type { SkipReason } from '../../../domain/run/reasons.js';
import { pipelineSnapshotSchema } from '../../../domain/run/snapshot.js';
import type { BlockReason } from '../../../domain/schedule/alert.js';
import type { MissedSlots } from '../../../domain/schedule/slots/misfire.js';
import { decideSlots, type SlotsDecision } from '../../../domain/schedule/slots/slots.js';
import { governingOf, hintsOf, timingOf } from '../plan/governing.js';
import { storedPlan } from '../plan/plan-schedule.js';
import { runRow, skippedRow } from '../slots/slot-rows.js';

export interface DecisionSettings {
  /** Default time zone for schedules without one. */
  timezone: string;
  /** `scheduler.enabled`. If false, due slots are recorded as skipped. */
  enabled: boolean;
  /** Slots that are older than this are late, in milliseconds. */
  misfireThresholdMs: number;
  /** Since when due slots have been claimed without a break (see `SlotPolicies`). */
  watchedSince?: Date | undefined;
}

export interface DecidedSchedule {
  /** Runs and skips to record, the oldest slot first. */
  executions: NewExecution[];
  /** A newer slot for the queued run, whose own slot is among `executions`. */
  moved: NewExecution[];
  /** Runs that a newer one replaces. */
  replaced: string[];
  advance: ScheduleAdvance;
  /** Whether its oldest slot was late. */
  late: boolean;
}

/** What is read about a due schedule after it was locked. */
export interface Surroundings {
  overlap: Overlap | undefined;
  /** Its newest slot that ran or was recorded; needed if it wakes from a pause. */
  lastSlotAt: Date | null;
}

/** A schedule with invalid timing, which only SQL can write, is blocked. */
export function decideDueSchedule(
  schedule: DueSchedule,
  around: Surroundings,
  settings: DecisionSettings,
  now: Date,
): DecidedSchedule {
  try {
    return decideValid(schedule, around, settings, now);
  } catch (error) {
    return skipUnplannable(schedule, error, now);
  }
}

function decideValid(
  schedule: DueSchedule,
  { overlap, lastSlotAt }: Surroundings,
  settings: DecisionSettings,
  now: Date,
): DecidedSchedule {
  // SQL can write a pipeline that is invalid.
  const isRunnable =
    schedule.targetType === 'agent' || pipelineSnapshotSchema.safeParse(schedule.pipeline).success;
  const isReady = schedule.targetReady && isRunnable;
  const { hints = null, ranAt = null, since = null } = governingOf(schedule);
  // Names each field, because a spread would be the largest cost with thousands of due schedules.
  const decision = decideSlots({
    hints,
    ranAt,
    since,
    minInterval: schedule.minInterval,
    maxInterval: schedule.maxInterval,
    failureBackoff: schedule.failureBackoff,
    failureCount: schedule.failureCount,
    pausedUntil: schedule.pausedUntil,
    pauseNote: schedule.pauseNote,
    timing: timingOf(schedule, settings.timezone),
    activatedAt: schedule.activatedAt,
    dueFrom: schedule.nextRunAt,
    source: schedule.nextRunSource,
    plannedDecision: schedule.decision,
    lastSlotAt,
    now,
    misfireThresholdMs: settings.misfireThresholdMs,
    watchedSince: settings.watchedSince ?? null,
    misfirePolicy: schedule.misfirePolicy,
    startingDeadline: schedule.startingDeadline,
    concurrencyPolicy: schedule.concurrencyPolicy,
    active: overlap?.active ?? 0,
    waiting: overlap?.waiting.length ?? 0,
    jitter: schedule.jitter,
    scheduleId: schedule.id,
    maxRuns: schedule.maxRuns,
    runCount: schedule.runCount,
    template: schedule.template,
    // A schedule that cannot run keeps its timing and records the reason at each slot.
    enabledGlobally: settings.enabled && isReady,
  });
  const unable = isReady ? 'scheduler_disabled' : 'invalid_target';
  const { executions, moved } = rowsOf(schedule, overlap, decision, { now, unable });
  return {
    executions,
    moved,
    replaced: decision.cancelActive ? (overlap?.replaceable ?? []) : [],
    advance: advanceOf(schedule, decision, { now, flag: isReady ? null : 'invalid_target' }),
    late: decision.late,
  };
}

type Skip = MissedSlots & { reason: SkipReason };

function rowsOf(
  schedule: DueSchedule,
  overlap: Overlap | undefined,
  { run, skipped, replaceWaiter }: SlotsDecision,
  { now, unable }: { now: Date; unable: SkipReason },
): Pick<DecidedSchedule, 'executions' | 'moved'> {
  const waiter = replaceWaiter ? overlap?.waiting.at(-1) : undefined;
  const skips: Skip[] = skipped.map((skip) => ({
    ...skip,
    reason: skip.reason === 'scheduler_disabled' ? unable : skip.reason,
  }));
  const runs = run.filter(({ disposition }) => disposition === 'start' || waiter === undefined);
  const slots = [
    ...withReplaced(waiter, skips).map((skip) => ({ slotAt: skip.slotAt, skip })),
    ...runs.map((one) => ({ slotAt: one.slotAt, run: one })),
  ].sort((a, b) => a.slotAt.getTime() - b.slotAt.getTime());
  return {
    executions: slots.map((slot) =>
      'skip' in slot
        ? skippedRow(schedule, slot.skip, slot.skip.reason, now)
        : runRow(schedule, slot.run, now),
    ),
    moved: waiter
      ? run
          .filter(({ disposition }) => disposition === 'wait')
          .map((one) => ({ ...runRow(schedule, one, now), id: waiter.id }))
      : [],
  };
}

/** The skips, and that of the slot for which a run waited until a newer one took its place. */
function withReplaced(waiter: Overlap['waiting'][number] | undefined, skips: readonly Skip[]): Skip[] {
  if (waiter === undefined) return joined(skips);
  const at = new Date(waiter.slotAt);
  const replaced: Skip = { slotAt: at, lastSlotAt: at, missedCount: 1, reason: 'overlap' };
  // A range must not include a slot that has a row of its own, such as one while the scheduler was off.
  return waiter.followed ? [replaced, ...joined(skips)] : joined([replaced, ...skips]);
}

/** Merges consecutive skips with the same reason. */
function joined(skips: readonly Skip[]): Skip[] {
  const rows: Skip[] = [];
  for (const skip of skips) {
    const last = rows.at(-1);
    if (last?.reason === skip.reason) {
      rows[rows.length - 1] = {
        ...last,
        lastSlotAt: skip.lastSlotAt,
        missedCount: last.missedCount + skip.missedCount,
      };
    } else rows.push(skip);
  }
  return rows;
}

function advanceOf(
  schedule: DueSchedule,
  { run, skipped, next, exhausted, runsCounted, hints }: SlotsDecision,
  { now, flag }: { now: Date; flag: BlockReason | null },
): ScheduleAdvance {
  const { pausedUntil, hintNextRunAt, repeat, afterOnce } = schedule;
  const { nextRunAt, nextRunSource, decision } = storedPlan(next);
  return {
    id: schedule.id,
    nextRunAt,
    nextRunSource,
    decision,
    runs: runsCounted,
    ran: run.length > 0,
    handled: run.length + skipped.length > 0,
    enabled: !exhausted,
    deleted: exhausted && run.length > 0 && repeat === 'once' && afterOnce === 'delete',
    flag,
    dropPause: pausedUntil !== null && pausedUntil <= now,
    dropOneShot: hints !== null && hints.nextRunAt === null && hintNextRunAt !== null,
    dropHints: hints === null && hintsOf(schedule) !== null,
  };
}

function skipUnplannable(schedule: DueSchedule, error: unknown, now: Date): DecidedSchedule {
  const advance = unplannable(schedule.id, error, now);
  const { nextRunAt: slotAt } = schedule;
  const skip = skippedRow(schedule, { slotAt, lastSlotAt: slotAt, missedCount: 1 }, 'invalid_timing', now);
  return {
    executions: [{ ...skip, decision: advance.decision }],
    moved: [],
    replaced: [],
    advance,
    late: false,
  };
}

/** What an advance says if no slot was handled. */
export const NO_SLOT_HANDLED = { runs: 0, ran: false, handled: false, deleted: false };

/** A schedule without a computable next run. It is blocked until its timing is changed. */
export function unplannable(id: string, error: unknown, now: Date): ScheduleAdvance {
  const problem = error instanceof Error ? error.message : String(error);
  return {
    id,
    nextRunAt: null,
    nextRunSource: null,
    decision: { now: now.toISOString(), reason: 'invalid_timing', problem },
    ...NO_SLOT_HANDLED,
    enabled: true,
    flag: 'invalid_timing',
  };
}
