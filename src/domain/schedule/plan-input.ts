import type { Hints } from './hints.js';
import type { Timing } from './timing.js';

/** What, beside its timing, governs when a schedule runs. All optional: absent means "no such thing". */
export interface Governing {
  readonly hints?: Hints | null;
  /** Milliseconds from `now`, hard: hints obey it too. */
  readonly minInterval?: number | null;
  /** Milliseconds from the last run, else from `since`, hard: neither hints nor failures put the run off for longer. */
  readonly maxInterval?: number | null;
  /** When the schedule last ran, or a slot of it was recorded; null or absent: never. A claim that handles a slot plans from its own now. */
  readonly ranAt?: Date | null;
  /** When the schedule was created, or enabled, resumed or re-timed since; default: now. */
  readonly since?: Date | null;
  readonly pausedUntil?: Date | null;
  readonly pauseNote?: string | null;
  /** Opt-in, interval schedules only: each failure in a row doubles the interval, up to ×32. */
  readonly failureBackoff?: boolean;
  readonly failureCount?: number;
  /** The last slot that ran or was recorded, on the grid or not; default: where the plan starts `after`. */
  readonly lastSlotAt?: Date | null;
  /** Never fires by time, whatever else is set. */
  readonly template?: boolean;
}

interface PlanBasis extends Governing {
  readonly now: Date;
  readonly timing: Timing;
  /** Runs left of `maxRuns`; null or absent without such a limit. */
  readonly runsLeft?: number | null;
  /**
   * What becomes of a slot that fell due since the plan's start and that nobody handled:
   * - `keep` (default; a claim's plan): it is returned although past, untouched by hints, limits and pause,
   *   because `decideSlots` has to judge and record it.
   * - `pass` (a re-plan: hint proposed, failures changed): the baseline moves along its grid to now or later.
   *   Slots passed over are the caller's to record, so leave a plan alone that is due already.
   */
  readonly dueSlots?: 'keep' | 'pass';
}

/**
 * Where the plan starts: strictly `after` the last slot handled, or at the moment the schedule was
 * activated (created, enabled, resumed, re-timed), which may itself be a slot.
 */
export type PlanInput = PlanBasis &
  (
    | { readonly after: Date; readonly activatedAt?: never }
    | { readonly activatedAt: Date; readonly after?: never }
  );
