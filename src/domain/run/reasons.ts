/** Why a slot did not run (`ScheduleExecution.reason` of a skipped slot). */
export const SKIP_REASONS = [
  'overlap',
  'misfire',
  'deadline',
  'paused',
  'edited',
  'disabled',
  'invalid_target',
  'invalid_timing',
  'scheduler_disabled',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** Why a run was stopped, and its jobs were cancelled. */
export const CANCEL_REASONS = ['operator', 'replaced', 'run_timeout'] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];

/** Why a run is still pending. */
export const DELAY_REASONS = [
  'waiting',
  'data_source_unavailable',
  'database_unavailable',
  'expansion_error',
] as const;
export type DelayReason = (typeof DELAY_REASONS)[number];

/** Every value of `ScheduleExecution.reason`. */
export type RunReason = SkipReason | CancelReason | DelayReason;
