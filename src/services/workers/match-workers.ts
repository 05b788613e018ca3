import { MARKED_AT_ONCE, markUnmatched, unmarkMatched } from '../../db/jobs/mark-unmatched.js';
import { waitingRequirements } from '../../db/jobs/waiting-requirements.js';
import { type AliveWorker, aliveWorkers } from '../../db/workers/count-workers.js';
import { canServe } from '../../domain/worker/requirements.js';
import type { Pool } from '../../runtime/database/pool.js';

export interface Matched {
  workers: AliveWorker[];
  /** Waiting requirements that some worker can serve, by key. */
  served: string[];
  /**
   * Runs with jobs that are now marked as having no matching worker. Such jobs do not delay the next
   * batch.
   */
  throttled: string[];
  /** Number of marked jobs that can be served now. */
  freed: number;
  /** Whether jobs are waiting that no worker can serve. */
  unserved: boolean;
  /** There may be more to report. */
  more: boolean;
}

/**
 * Compares the requirements of waiting jobs with the capabilities of running workers, and marks the jobs that
 * no worker can serve.
 */
export async function matchWorkers(pool: Pool): Promise<Matched> {
  const [workers, keys] = await Promise.all([aliveWorkers(pool), waitingRequirements(pool)]);
  const serving = workers.filter(({ draining }) => !draining);
  const isServed = (key: string) => serving.some(({ capabilities }) => canServe(capabilities, key));
  const unserved = keys.filter((key) => !isServed(key));
  const served = keys.filter(isServed);
  const throttled = unserved.length > 0 ? await markUnmatched(pool, unserved) : [];
  const freed = served.length > 0 ? await unmarkMatched(pool, served) : 0;
  const more = throttled.length >= MARKED_AT_ONCE || freed >= MARKED_AT_ONCE;
  return { workers, served, throttled: [...new Set(throttled)], freed, unserved: unserved.length > 0, more };
}
