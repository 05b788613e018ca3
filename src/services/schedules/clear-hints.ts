import { updateRow } from '../../db/system/write-row.js';
import type { UseCase } from '../system/use-case.js';
import { changeSchedule } from './change-schedule.js';
import { hintsOf, NO_HINTS } from './plan/governing.js';
import { planHinted } from './plan/plan-schedule.js';

/**
 * Removes all hints of a schedule, which returns to its own timing immediately. Without hints,
 * nothing changes.
 */
export const clearHints: UseCase<{ scheduleId: string }> = async (deps, actor, { scheduleId: id }) => {
  return changeSchedule(deps, actor, { id, event: 'schedule.hints_cleared' }, async (change) => {
    const { client, schedule } = change;
    if (hintsOf(schedule) === null) return;
    await updateRow(client, 'Schedule', id, {
      ...NO_HINTS,
      ...(await planHinted({ ...change, schedule: { ...schedule, ...NO_HINTS } })),
    });
  });
};
