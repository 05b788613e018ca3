/** What is wrong with an enabled schedule that lives by time: nothing may look alive and not be. */
export type ScheduleAlertKind = 'overdue' | 'flagged' | 'no_next_run' | 'waiting';

/** What is known of an enabled schedule that is no template. */
export interface AlertCandidate {
  nextRunAt: Date | null;
  /** Why it cannot run, e.g. `invalid_target`. */
  flag: string | null;
  /** Since when it cannot, as far as its history tells. */
  flaggedSince: Date;
  updatedAt: Date;
}

export interface ScheduleAlert {
  kind: ScheduleAlertKind;
  since: Date;
  /** For people. */
  message: string;
}

const MINUTE_MS = 60_000;

/** How long a slot may wait to be claimed: the engine looks at least every `checkInterval`, so two of these were missed. */
export function alertGraceMs(checkIntervalMs: number): number {
  return Math.max(2 * checkIntervalMs, MINUTE_MS);
}

export interface AlertTerms {
  /** How long a slot may wait to be claimed. */
  graceMs: number;
  hasWorkers?: boolean;
}

const FLAGS: Readonly<Record<string, string>> = {
  invalid_target: 'Its agent or pipeline is missing or disabled: its slots are recorded, and nothing runs.',
  invalid_timing: 'Its timing was stored in a form that cannot be planned: change it.',
};

/**
 * Judges one schedule; null: it is well. One alert each, the one that says most: a slot that nobody claims (no worker is at
 * work) comes before a flag (claimed, and not run), and a flag before a missing plan, which it may explain.
 */
export function alertOf(
  schedule: AlertCandidate,
  now: Date,
  { graceMs, hasWorkers = true }: AlertTerms,
): ScheduleAlert | null {
  const { nextRunAt, flag, flaggedSince, updatedAt } = schedule;
  const longAgo = now.getTime() - graceMs;
  if (nextRunAt !== null && nextRunAt.getTime() < longAgo) {
    const due = `It was due at ${nextRunAt.toISOString()}`;
    const message = hasWorkers
      ? `${due}, and no worker has claimed it although one is running.`
      : `${due}, and no worker is running.`;
    return { kind: 'overdue', since: nextRunAt, message };
  }
  if (flag !== null) {
    const message = FLAGS[flag] ?? `It is flagged "${flag}" and does not run.`;
    return { kind: 'flagged', since: flaggedSince, message };
  }
  // Just written, by SQL perhaps: recovery plans it.
  if (nextRunAt !== null || updatedAt.getTime() >= longAgo) return null;
  const message = 'It is enabled and has no next run: turn it off and on, or change its timing.';
  return { kind: 'no_next_run', since: updatedAt, message };
}

/** A run of the schedule has not started for long. @param message what its oldest job waits for, in words */
export function waitingAlert(since: Date, message: string, overlaps: number): ScheduleAlert {
  const skipped = overlaps === 1 ? '1 slot has' : `${overlaps} slots have`;
  const lost = overlaps === 0 ? '' : ` ${skipped} been skipped since, because the run has not ended.`;
  return {
    kind: 'waiting',
    since,
    message: `A job of its run has been waiting since ${since.toISOString()}. ${message}${lost}`,
  };
}
