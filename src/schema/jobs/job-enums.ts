/** Enums of jobs and their retries. The database stores the same values in lower case. */
import type { WaitingReason } from '../../domain/job/explain-waiting.js';
import type { AttemptStatus } from '../../domain/job/states.js';
import { enumOf } from '../types/enum-of.js';

export const JobStatus = enumOf<AttemptStatus>(
  'JobStatus',
  'State of an attempt. `PENDING` becomes `RUNNING`, which becomes `COMPLETED`, `FAILED`, `DEAD_LETTER` or `CANCELLED`. `PENDING` can also become `SKIPPED`, `CANCELLED` or `FAILED`.',
  {
    pending: 'Not started: waiting to be released, retried or sent.',
    running: 'Sent to the agent, and possibly accepted by it.',
    completed: 'The agent reported success.',
    failed: 'The attempt failed. If the job is retried, a newer attempt follows.',
    dead_letter: 'The job failed, is worth retrying, and has no retries left.',
    cancelled: 'Cancelled before it ended.',
    skipped: 'Not run, because of how its dependencies ended.',
  },
);

export const JobWaitingReason = enumOf<WaitingReason>('JobWaitingReason', 'What a pending job waits for.', {
  not_released: 'Its batch, or the steps it depends on.',
  retry_delay: 'The delay before a retry.',
  no_worker: 'A worker: none is running.',
  workers_draining: 'A worker: all running ones are draining.',
  no_matching_worker: 'A worker with the required capabilities.',
  circuit_open: 'The circuit of its agent, which is open.',
  rate_limited: 'The rate limit of its agent.',
  max_concurrency: 'The concurrency limit of its agent.',
  free_slot: 'A worker with room for another call.',
});

export const Backoff = enumOf('Backoff', 'How the delay grows from retry to retry.', {
  exponential: 'Doubles with each retry: 1, 2, 4 … times the delay.',
  linear: 'Grows by the base delay with each retry: 1, 2, 3 … times the delay.',
  fixed: 'Stays the same.',
});

export const RetryJitter = enumOf('RetryJitter', 'Randomization of the delay d before a retry.', {
  none: 'Exactly d.',
  full: 'Between 0 and d.',
  equal: 'Between d/2 and d.',
});
