import type { UseCase } from '../system/use-case.js';
import { updateSchedule } from './update-schedule.js';

/**
 * Enables or disables a schedule. Enabling plans from this moment, so slots that were due meanwhile never
 * run.
 */
export const setScheduleEnabled: UseCase<{ id: string; enabled: boolean }> = async (
  deps,
  actor,
  { id, enabled },
) => {
  return updateSchedule(deps, actor, { id, input: { enabled } });
};
