import { z } from 'zod';
import { loadSchedule, type StoredSchedule } from '../db/lock-schedule.js';
import { withTransaction } from '../runtime/pool.js';
import type { Actor, ServiceDeps } from './context.js';
import { jsonObject, parseInput } from './parse-input.js';
import { settingsOf } from './plan-schedule.js';
import { conflict, notFound, type Refusal, type Result } from './result.js';
import { type ManualTarget, startManually } from './start-manually.js';

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
    const target = targetOf(schedule);
    if (target === undefined)
      return conflict('This schedule says neither which agent nor which pipeline to call: choose one.');
    const settings = settingsOf({ ...schedule, params: { ...schedule.params, ...params } });
    return startManually(deps, client, actor, { scheduleId: id, target, settings, missing: missing(target) });
  });
}

/** Undefined only of a schedule that was written by SQL. */
function targetOf({ targetType, agentId, pipelineId }: StoredSchedule): ManualTarget | undefined {
  if (targetType === 'agent') return agentId === null ? undefined : { targetType, agentId, pipelineId: null };
  return pipelineId === null ? undefined : { targetType, agentId: null, pipelineId };
}

function missing({ targetType, agentId, pipelineId }: ManualTarget): Refusal {
  return conflict(
    targetType === 'agent'
      ? `The agent "${agentId}" of this schedule is not registered: register it, or choose another.`
      : `The pipeline "${pipelineId}" of this schedule does not exist: choose another.`,
  );
}
