import type { Actor, ServiceDeps } from '../access/context.js';
import type { Result } from '../system/result.js';
import { updateSchedule } from './update-schedule.js';

/** Turns a schedule on or off. Turning on plans from this moment: what was due while it was off never happens. */
export async function setScheduleEnabled(
  deps: ServiceDeps,
  actor: Actor,
  { id, enabled }: { id: string; enabled: boolean },
): Promise<Result<{ id: string }>> {
  return updateSchedule(deps, actor, { id, input: { enabled } });
}
