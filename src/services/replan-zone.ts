import { databaseNow } from '../db/database-now.js';
import type { StoredSchedule } from '../db/lock-schedule.js';
import type { Queryable } from '../db/queryable.js';
import { updateRow } from '../db/write-row.js';
import type { ServiceDeps } from './context.js';
import { timingOf } from './governing.js';
import { planColumns, recordUnclaimedSlots } from './plan-schedule.js';

/** The default zone changed: what follows it by cron is due at other times from now on. A change of timing like any other. */
export async function replanZone(
  deps: ServiceDeps,
  client: Queryable,
  { before, after }: { before: string; after: string },
): Promise<void> {
  const { rows } = await client.query<StoredSchedule>(
    `SELECT * FROM "Schedule" WHERE timezone IS NULL AND "cronExpression" IS NOT NULL AND enabled AND NOT template AND flag IS DISTINCT FROM 'invalid_timing' ORDER BY id FOR UPDATE`,
  );
  const now = await databaseNow(client);
  for (const schedule of rows) {
    await recordUnclaimedSlots(deps, client, schedule, {
      timing: timingOf(schedule, before),
      now,
      reason: 'edited',
    });
    await updateRow(client, 'Schedule', schedule.id, planColumns(schedule, timingOf(schedule, after), now));
  }
}
