import { insertExecutions } from '../../../db/runs/insert-executions.js';
import { skipWaiting } from '../../../db/runs/waiting-executions.js';
import { extendSkips } from '../../../db/schedules/extend-skips.js';
import { loadLastSlots } from '../../../db/schedules/lock-schedules.js';
import type { Columns } from '../../../db/system/write-row.js';
import { decideSlots } from '../../../domain/schedule/slots/slots.js';
import type { ServiceDeps } from '../../access/context.js';
import type { ScheduleChange } from '../change-schedule.js';
import { governingOf } from '../plan/governing.js';
import { skippedRow } from './slot-rows.js';

/**
 * Records due but unclaimed slots as skipped, before a change of the schedule would lose them. Slots in a
 * pause are recorded as paused.
 */
export async function recordUnclaimedSlots(
  { missedSlots }: Pick<ServiceDeps, 'missedSlots'>,
  { client, schedule, timing, now }: ScheduleChange,
  reason: 'edited' | 'disabled' | 'paused',
): Promise<void> {
  const { nextRunAt, nextRunSource } = schedule;
  const isPaused = nextRunSource === 'paused';
  if (nextRunAt === null || (nextRunAt > now && !isPaused)) return;
  const lastSlotAt = isPaused ? (await loadLastSlots(client, [schedule.id])).get(schedule.id) : null;
  const { skipped } = decideSlots({
    ...governingOf(schedule),
    timing,
    activatedAt: schedule.activatedAt,
    // A paused schedule is planned for the end of the pause, so its slots until now count as due.
    dueFrom: nextRunAt > now ? now : nextRunAt,
    source: nextRunSource,
    lastSlotAt: lastSlotAt ?? null,
    now,
    maxRuns: schedule.maxRuns,
    runCount: schedule.runCount,
    enabledGlobally: false,
  });
  const rows = skipped.map((skip) =>
    skippedRow(schedule, skip, skip.reason === 'scheduler_disabled' ? reason : skip.reason, now),
  );
  const extended = await extendSkips(client, rows.slice(0, 1));
  await insertExecutions(
    client,
    rows.filter(({ id }) => !extended.has(id)),
  );
  for (const row of rows) missedSlots?.inc({ reason: row.reason ?? reason }, row.missedCount);
}

/**
 * Skips claimed runs that have not started, because they are queued behind another or start later. They
 * must not start after the schedule was disabled or paused.
 * @returns the change of `runCount`
 */
export async function withdrawWaiting(
  { missedSlots }: Pick<ServiceDeps, 'missedSlots'>,
  { client, schedule: { id, runCount } }: Pick<ScheduleChange, 'client' | 'schedule'>,
  reason: 'disabled' | 'paused',
): Promise<Columns> {
  const withdrawn = await skipWaiting(client, id, reason);
  missedSlots?.inc({ reason }, withdrawn);
  return withdrawn > 0 ? { runCount: Math.max(0, runCount - withdrawn) } : {};
}
