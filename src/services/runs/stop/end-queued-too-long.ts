import type { LateAttempt } from '../../../db/jobs/end/fail-late-attempts.js';
import { failQueuedTooLong, findQueuedTooLong } from '../../../db/runs/end/queue-timeout.js';
import { formatDuration } from '../../../domain/duration.js';
import type { Pool } from '../../../runtime/database/pool.js';
import { explainWaitingJobs } from '../../jobs/explain-waiting-jobs.js';

/** Limit for one round, because each job is explained separately. */
export const EXPIRED_AT_ONCE = 200;

/**
 * Fails jobs that have not started within their `maxQueueTime`. The error says what they were waiting
 * for.
 */
export async function endQueuedTooLong(pool: Pool): Promise<LateAttempt[]> {
  const late = await findQueuedTooLong(pool, EXPIRED_AT_ONCE);
  if (late.length === 0) return [];
  const reasons = await explainWaitingJobs(
    pool,
    late.map(({ id }) => id),
  );
  return failQueuedTooLong(
    pool,
    late.map(({ id, maxQueueTime }) => {
      const reason = reasons.get(id)?.message ?? '';
      const message = `The job did not start within ${formatDuration(maxQueueTime)} of its release (maxQueueTime). ${reason}`;
      return { id, message: message.trim() };
    }),
  );
}
