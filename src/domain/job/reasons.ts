import type { StepSkipReason } from '../pipeline/readiness.js';
import type { CancelReason } from '../run/reasons.js';
import type { ThrottledReason } from './states.js';

/** Every value of `AgentJobExecution.reason`, and what the API adds for jobs of throttled agents. */
export type JobReason =
  | ThrottledReason
  | StepSkipReason
  | CancelReason
  | 'dependency_timeout'
  /** Rows of the context were deleted, or its snapshot was changed, by SQL. */
  | 'context_damaged';
