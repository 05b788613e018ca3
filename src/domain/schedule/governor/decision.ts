/** What can determine the time of a run. */
export const RUN_SOURCES = [
  'baseline-cron',
  'baseline-interval',
  'baseline-once',
  'ai-interval',
  'ai-oneshot',
  'clamped-min',
  'clamped-max',
  'paused',
] as const;
export type RunSource = (typeof RUN_SOURCES)[number];

/** One possible next run. `at` is an ISO instant, or null if that source has no further time. */
export interface Candidate {
  readonly source: RunSource;
  readonly at: string | null;
  readonly reason: string;
  /** Whether it was chosen. Limits and pauses then apply to its time. */
  readonly chosen?: true;
  /** Why another candidate was chosen. */
  readonly ignored?: string;
}

/** A limit that moved the chosen time, and from where. */
export interface Clamp {
  readonly limit: string;
  readonly from: string;
  readonly to: string;
}

/** The whole decision as JSON, stored on the schedule and on the run that it leads to. */
export interface Decision {
  readonly now: string;
  readonly chosen: string | null;
  readonly source: RunSource;
  readonly candidates: readonly Candidate[];
  readonly clamps: readonly Clamp[];
  /**
   * Present while failures stretch the interval: `factor` is 2, 4, 8, 16 or 32; `notBefore` is the
   * earliest time that follows.
   */
  readonly backoff?: { readonly failures: number; readonly factor: number; readonly notBefore: string };
  /** The hints of the schedule, expired or not. */
  readonly hint?: {
    readonly intervalMs: number | null;
    readonly nextRunAt: string | null;
    readonly expiresAt: string;
    readonly fresh: boolean;
    readonly reason: string;
    readonly proposedBy: string | null;
  };
  /** Present while paused: `instead` is the time that would otherwise have been chosen. */
  readonly pause?: { readonly until: string; readonly note: string | null; readonly instead: string };
}

/** When a schedule runs next (null if never again) and why. */
export interface PlannedRun {
  readonly nextRunAt: Date | null;
  readonly source: RunSource;
  readonly decision: Decision;
}
