import { z } from 'zod';
import { loadSchedule } from '../db/lock-schedule.js';
import { withTransaction } from '../runtime/pool.js';
import type { Actor, ServiceDeps } from './context.js';
import { jsonObject, parseInput } from './parse-input.js';
import { snapshotOf } from './plan-schedule.js';
import { conflict, notFound, type Result } from './result.js';
import { startManually } from './trigger-agent.js';

const triggerInput = z.strictObject({ id: z.string(), params: jsonObject.nullish() });

/**
 * Runs a schedule now, whatever its next run and also when it is disabled; the plan stays as it is. `params` replace those
 * of the schedule key by key.
 */
export async function triggerSchedule(
  deps: ServiceDeps,
  actor: Actor,
  input: unknown,
): Promise<Result<{ id: string }>> {
  const parsed = parseInput(triggerInput, input);
  if (parsed.kind !== 'ok') return parsed;
  const { id, params } = parsed.value;
  return withTransaction(deps.pool, async (client): Promise<Result<{ id: string }>> => {
    const schedule = await loadSchedule(client, id);
    if (!schedule) return notFound('schedule', id);
    if (schedule.agentId === null)
      return conflict('This schedule has no agent to call: pipelines are not available in this version.');
    return startManually(deps, client, actor, {
      scheduleId: id,
      agentId: schedule.agentId,
      snapshot: snapshotOf({ ...schedule, params: { ...schedule.params, ...params } }),
      missing: conflict(
        `The agent "${schedule.agentId}" of this schedule is not registered: register it, or choose another.`,
      ),
    });
  });
}
