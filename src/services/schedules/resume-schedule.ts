import { updateRow } from '../../db/system/write-row.js';
import type { UseCase } from '../system/use-case.js';
import { changeSchedule } from './change-schedule.js';
import { planColumns } from './plan/plan-schedule.js';
import { recordUnclaimedSlots } from './slots/record-unclaimed-slots.js';

/**
 * Ends a pause early. Records the slots in it and continues from this moment. Without a pause, nothing
 * changes.
 */
export const resumeSchedule: UseCase<{ id: string }> = async (deps, actor, { id }) => {
  return changeSchedule(deps, actor, { id, event: 'schedule.resumed' }, async (change) => {
    const { client, schedule, timing, now } = change;
    if (schedule.pausedUntil === null) return;
    await recordUnclaimedSlots(deps, change, 'paused');
    const resumed = { pausedUntil: null, pauseNote: null };
    await updateRow(client, 'Schedule', id, {
      ...resumed,
      // A schedule with invalid timing stays unplanned until it is changed.
      ...(schedule.flag !== 'invalid_timing' && planColumns({ ...schedule, ...resumed }, timing, now)),
    });
  });
};
