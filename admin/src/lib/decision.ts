import type { RunSource } from './live.generated.js';

/** How the time of a slot was decided: `Decision` of the API, as every page selects it. */
export interface Decision {
  decidedAt: string | null;
  /** Null: there is no next run. */
  chosenAt: string | null;
  source: RunSource | null;
  candidates: readonly DecisionCandidate[];
  /** Limits that moved the chosen time, in order. */
  clamps: readonly { limit: string; from: string; to: string }[];
  backoff: { failures: number; factor: number; notBefore: string } | null;
  hint: { reason: string; expiresAt: string; fresh: boolean } | null;
  pause: { until: string; note: string | null; instead: string | null } | null;
  /** Why the timing could not be read. */
  problem: string | null;
}

export interface DecisionCandidate {
  source: RunSource | null;
  /** Null: that source has no further time. */
  at: string | null;
  reason: string;
  chosen: boolean;
  /** Why it lost to the chosen one. */
  ignored: string | null;
}

const SOURCES: Readonly<Record<RunSource, string>> = {
  BASELINE_CRON: 'Cron expression',
  BASELINE_INTERVAL: 'Interval',
  BASELINE_ONCE: 'One-time schedule',
  AI_INTERVAL: 'Hint: interval',
  AI_ONESHOT: 'Hint: extra run',
  CLAMPED_MIN: 'Minimum interval',
  CLAMPED_MAX: 'Maximum interval',
  PAUSED: 'End of the pause',
  OTHER: 'Other',
};

/** What a time goes back to, as a label: `Hint: interval`. */
export function sourceLabel(source: RunSource): string {
  return SOURCES[source];
}
