import type { DecisionPartsFragment as Decision } from './decision.generated.js';
import type { RunSource } from './graphql/live.generated.js';

/** How the time of a slot was decided. */
export type { DecisionPartsFragment as Decision } from './decision.generated.js';

export type DecisionCandidate = Decision['candidates'][number];

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

/** What determined a time, as a label: `Hint: interval`. */
export function sourceLabel(source: RunSource): string {
  return SOURCES[source];
}
