import type { JobAttemptQuery } from '../jobs.generated.js';

/** The attempt as read by its page. */
export type JobAttempt = NonNullable<JobAttemptQuery['jobExecution']>;
