import type { Timing } from '../timing.js';
import type { Hints } from './hints.js';

/** What affects when a schedule runs, other than its timing. All fields are optional. */
export interface Governing {
  readonly hints?: Hints | null;
  /** Milliseconds from `now`. A hard limit, also for hints. */
  readonly minInterval?: number | null;
  /**
   * Milliseconds from the last run, otherwise from `since`. A hard limit: neither hints nor failures postpone
   * the run beyond it.
   */
  readonly maxInterval?: number | null;
  /**
   * When the schedule last ran or a slot of it was recorded. Null or absent if never. A claim that
   * handles a slot plans from its own `now`.
   */
  readonly ranAt?: Date | null;
  /** When the schedule was created, or last enabled, resumed or re-timed. Defaults to now. */
  readonly since?: Date | null;
  readonly pausedUntil?: Date | null;
  readonly pauseNote?: string | null;
  /** Optional, for interval schedules only: each consecutive failure doubles the interval, up to ×32. */
  readonly failureBackoff?: boolean;
  readonly failureCount?: number;
  /**
   * The last slot that ran or was recorded, on the grid or not. Defaults to the instant `after` which
   * the plan starts.
   */
  readonly lastSlotAt?: Date | null;
  /** Whether the schedule is a template, which is never due. */
  readonly template?: boolean;
}

interface PlanBasis extends Governing {
  readonly now: Date;
  readonly timing: Timing;
  /** Runs left of `maxRuns`. Null or absent if there is no limit. */
  readonly runsLeft?: number | null;
  /**
   * What to do with a slot that became due since the start of the plan and has not been handled:
   * - `keep` (default, for the plan of a claim): it is returned although it is past, regardless of hints,
   *   limits and pause, because `decideSlots` has to decide about it and record it.
   * - `pass` (for a new plan after a change of hints or failures): the baseline moves along its grid to now
   *   or later. The caller has to record the passed slots, so do not plan a due schedule again.
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
