import { advanceSchedules } from '../db/advance-schedules.js';
import { databaseNow } from '../db/database-now.js';
import { lockUnplannedSchedules } from '../db/unplanned-schedules.js';
import { planNextRun } from '../domain/schedule/governor.js';
import { type Pool, withTransaction } from '../runtime/pool.js';
import { timingOf } from './claim-due-schedules.js';

/** Plans enabled schedules that have no next run. One that has no slot left is disabled, so that nothing looks alive and is not. */
export async function rearmSchedules(pool: Pool, timezone: string): Promise<number> {
  return withTransaction(pool, async (client) => {
    const schedules = await lockUnplannedSchedules(client, 1_000);
    if (schedules.length === 0) return 0;
    const now = await databaseNow(client);
    const advances = schedules.map((schedule) => {
      const runsLeft = schedule.maxRuns === null ? null : schedule.maxRuns - schedule.runCount;
      const { lastSlotAt, activatedAt } = schedule;
      const basis = { now, timing: timingOf(schedule, timezone), runsLeft };
      const next = planNextRun(
        lastSlotAt !== null && lastSlotAt >= activatedAt
          ? { ...basis, after: lastSlotAt }
          : { ...basis, activatedAt: now },
      );
      return {
        id: schedule.id,
        nextRunAt: next.nextRunAt,
        nextRunSource: next.nextRunAt && next.source,
        decision: next.decision,
        runs: 0,
        enabled: next.nextRunAt !== null,
        deleted: false,
        flag: null,
      };
    });
    await advanceSchedules(client, advances, now);
    return schedules.length;
  });
}
