import { findStandstills } from '../../../db/jobs/find/find-standstills.js';
import { loadQuietSchedules } from '../../../db/schedules/alerts/load-quiet-schedules.js';
import { whyNot } from '../../../domain/explain/why-not.js';
import type { Waiting } from '../../../domain/job/explain-waiting.js';
import type { Pool } from '../../../runtime/database/pool.js';
import { explainWaitingJobs } from '../../jobs/explain-waiting-jobs.js';
import { readSchedulerConfig } from '../../system/read-settings.js';

/**
 * Explains in one sentence for each schedule why it does not run now. Null if the schedule does not
 * exist.
 */
export async function explainSchedules(pool: Pool, ids: readonly string[]): Promise<(string | null)[]> {
  const [{ scheduler }, rows] = await Promise.all([readSchedulerConfig(pool), loadQuietSchedules(pool, ids)]);
  const executionOf = ({ waitingFor, forbiddenBy }: (typeof rows)[number]) => waitingFor ?? forbiddenBy;
  const standstills = await findStandstills(
    pool,
    rows.flatMap((row) => executionOf(row) ?? []),
  );
  const reasons =
    standstills.length === 0
      ? new Map<string, Waiting>()
      : await explainWaitingJobs(
          pool,
          standstills.map(({ attemptId }) => attemptId),
        );
  const attempts = new Map(standstills.map(({ executionId, attemptId }) => [executionId, attemptId]));
  const sentences = new Map(
    rows.map((row) => {
      const standstill = reasons.get(attempts.get(executionOf(row) ?? '') ?? '')?.message ?? null;
      return [row.id, whyNot({ ...row, standstill, schedulerEnabled: scheduler.enabled })];
    }),
  );
  return ids.map((id) => sentences.get(id) ?? null);
}
