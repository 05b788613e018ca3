import type { JobAttemptQuery } from '../jobs.generated.js';

/** As its page reads it. */
export type JobAttempt = NonNullable<JobAttemptQuery['jobExecution']>;
