/** Why a slot did not run (`ScheduleExecution.reason` of a skipped slot), in words. Markdown. */
export const WHY_SKIPPED = {
  overlap: 'an earlier run was still active',
  misfire: 'no worker claimed the slot in time, and `misfirePolicy` did not run it late',
  deadline: 'it was later than `startingDeadline` allows',
  paused: 'the schedule was paused',
  edited: 'the timing was changed before the slot was claimed',
  disabled: 'the schedule was disabled or deleted before the slot was claimed',
  invalid_target: 'the agent or pipeline was missing or disabled',
  invalid_timing: 'the timing of the schedule was invalid',
  scheduler_disabled: 'the scheduler was disabled in the settings',
} as const;
export type SkipReason = keyof typeof WHY_SKIPPED;
export const SKIP_REASONS = Object.keys(WHY_SKIPPED) as readonly SkipReason[];

/** Why a run was stopped, and its jobs were cancelled. */
const CANCEL_REASONS = ['operator', 'replaced', 'run_timeout'] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];

/** Why a run is still pending. */
const DELAY_REASONS = [
  'waiting',
  'data_source_unavailable',
  'database_unavailable',
  'expansion_error',
  'slow_expansions',
] as const;
export type DelayReason = (typeof DELAY_REASONS)[number];

/** Every value of `ScheduleExecution.reason`. */
export type RunReason = SkipReason | CancelReason | DelayReason;
