import type { Actor, ServiceDeps } from '../access/context.js';
import type { Result } from '../system/result.js';
import { updateSchedule } from './update-schedule.js';

/**
 * Enables or disables a schedule. Enabling plans from this moment, so slots that were due meanwhile never
 * run.
 */
export async function setScheduleEnabled(
  deps: ServiceDeps,
  actor: Actor,
  { id, enabled }: { id: string; enabled: boolean },
): Promise<Result<{ id: string }>> {
  return updateSchedule(deps, actor, { id, input: { enabled } });
}
