import { flagSchedules } from '../../db/schedules/flag-schedules.js';
import type { UseCase } from '../system/use-case.js';
import { changeSchedule } from './change-schedule.js';
import { recordUnclaimedSlots, withdrawWaiting } from './slots/record-unclaimed-slots.js';

/**
 * Deletes a schedule. Its history is kept, and open runs continue from their snapshots. Schedules
 * that run it as a template are blocked.
 */
export const deleteSchedule: UseCase<{ id: string }> = async (deps, actor, { id }) => {
  return changeSchedule(deps, actor, { id, event: 'schedule.deleted' }, async (change) => {
    const { client, schedule } = change;
    await recordUnclaimedSlots(deps, change, 'disabled');
    await withdrawWaiting(deps, change, 'disabled');
    await client.query('DELETE FROM "Schedule" WHERE id = $1', [id]);
    if (schedule.template) await flagSchedules(client, { templateId: id });
  });
};
