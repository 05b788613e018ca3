import { describeTargetProblem, remedyOf, type TargetProblem } from './target-problem.js';

/**
 * What is wrong with an enabled schedule that is not a template. Every schedule that does not run as
 * it should has an alert.
 */
type ScheduleAlertKind = 'overdue' | 'flagged' | 'no_next_run' | 'waiting';

/** Why an enabled schedule is blocked (`Schedule.flag`). */
export type BlockReason = 'invalid_target' | 'invalid_timing';

/** The facts about an enabled schedule that is not a template. */
export interface AlertCandidate {
  nextRunAt: Date | null;
  /** Why it cannot run, e.g. `invalid_target`. */
  flag: string | null;
  /** Why its target cannot be called, if that is known. */
  targetProblem?: TargetProblem | null;
  /** Since when, as far as its history shows. */
  flaggedSince: Date;
  updatedAt: Date;
}

export interface ScheduleAlert {
  kind: ScheduleAlertKind;
  since: Date;
  /** One sentence for people. */
  message: string;
}

const MINUTE_MS = 60_000;

/**
 * How long a slot may wait to be claimed: workers look at least every `checkInterval`, so two looks were
 * missed.
 */
export function alertGraceMs(checkIntervalMs: number): number {
  return Math.max(2 * checkIntervalMs, MINUTE_MS);
}

export interface AlertTerms {
  /** How long a slot may wait to be claimed. */
  graceMs: number;
  hasWorkers?: boolean;
}

const FLAGS: Readonly<Record<string, string>> = {
  invalid_target:
    'Its agent or pipeline is missing or disabled: its slots are recorded but do not run. Enable it, or choose another one.',
  invalid_timing: 'Its timing is invalid: change it.',
};

/**
 * Checks one schedule. Null if nothing is wrong. Returns the most significant alert: a slot that no
 * worker claims comes before a blocked schedule (claimed, but not run), which comes before a missing
 * plan (which the block may explain).
 */
export function alertOf(
  schedule: AlertCandidate,
  now: Date,
  { graceMs, hasWorkers = true }: AlertTerms,
): ScheduleAlert | null {
  const { nextRunAt, flag, targetProblem, flaggedSince, updatedAt } = schedule;
  const longAgo = now.getTime() - graceMs;
  if (nextRunAt !== null && nextRunAt.getTime() < longAgo) {
    const due = `It was due at ${nextRunAt.toISOString()}`;
    const message = hasWorkers
      ? `${due}, and no worker has claimed it, although one is running.`
      : `${due}, and no worker is running.`;
    return { kind: 'overdue', since: nextRunAt, message };
  }
  if (flag !== null) {
    const message =
      flag === 'invalid_target' && targetProblem
        ? `${describeTargetProblem(targetProblem)}. Slots are recorded but do not run. ${remedyOf(targetProblem)}`
        : (FLAGS[flag] ?? `It is blocked (${flag}) and does not run.`);
    return { kind: 'flagged', since: flaggedSince, message };
  }
  // The schedule was just written, perhaps by SQL. Recovery plans it.
  if (nextRunAt !== null || updatedAt.getTime() >= longAgo) return null;
  const message = 'It is enabled but has no next run: disable and enable it, or change its timing.';
  return { kind: 'no_next_run', since: updatedAt, message };
}

/**
 * A run of the schedule has waited for a long time.
 * @param message what its oldest job waits for
 */
export function waitingAlert(since: Date, message: string, overlaps: number): ScheduleAlert {
  const skipped = overlaps === 1 ? '1 slot has' : `${overlaps} slots have`;
  const lost = overlaps === 0 ? '' : ` ${skipped} been skipped since, because the run has not ended.`;
  return {
    kind: 'waiting',
    since,
    message: `A job of its run has been waiting since ${since.toISOString()}. ${message}${lost}`,
  };
}
