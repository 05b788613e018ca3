import { z } from 'zod';
import { loadActive } from '../../db/schedules/claim/load-overlaps.js';
import { loadSchedule, lockSchedule, type StoredSchedule } from '../../db/schedules/lock-schedule.js';
import type { Queryable } from '../../db/system/queryable.js';
import type { JsonObject } from '../../domain/json.js';
import { refuseSources } from '../runs/data-sources/refuse-sources.js';
import { withCheckedTransaction } from '../runs/data-sources/source-checks.js';
import { givenOptions, runOptionsShape, settingsWith } from '../runs/run-options.js';
import { type ManualRun, type ManualTarget, startManually } from '../runs/start-manually.js';
import { jsonObject } from '../system/parse-input.js';
import { conflict, notFound, ok, type Refusal, type Result } from '../system/result.js';
import { useCase } from '../system/use-case.js';
import { idempotencyKeyInput, withIdempotency } from '../system/with-idempotency.js';
import { snapshotOf } from './slots/slot-rows.js';

const triggerInput = z.strictObject({
  id: z.string(),
  params: jsonObject.nullish(),
  ...runOptionsShape,
  idempotencyKey: idempotencyKeyInput,
});

/**
 * Runs a schedule now, even if it is disabled or paused. Its plan does not change. `params` replace those of
 * the schedule key by key. Refused if the schedule forbids overlaps and another run is open. This does not
 * apply to a run that starts later, which does not count as open before its time.
 */
export const triggerSchedule = useCase(
  triggerInput,
  async (deps, actor, { id, params, idempotencyKey, ...options }) => {
    const refusal = refuseSources(actor, params ?? {});
    if (refusal) return refusal;
    const request = { params: params ?? {}, ...givenOptions(options) };
    return withCheckedTransaction(deps, (client, checked) =>
      withIdempotency(
        client,
        { operation: 'triggerSchedule', target: id, key: idempotencyKey, request },
        async () => {
          const schedule = await loadSchedule(client, id);
          if (!schedule) return notFound('schedule', id);
          const run = runOf(schedule, params);
          if (run.kind !== 'ok') return run;
          const isLater = options.delay != null || options.runAt != null;
          return startManually(checked, client, actor, {
            ...run.value,
            scheduleId: id,
            settings: settingsWith(run.value.settings, options),
            options,
            // Runs that are open now may have ended by then.
            ...(!isLater && { admit: () => admit(client, schedule) }),
          });
        },
      ),
    );
  },
);

/** Checks under the lock of the schedule, so that no claim starts a run at the same time. */
async function admit(client: Queryable, { id, concurrencyPolicy }: StoredSchedule): Promise<Refusal | null> {
  if (concurrencyPolicy !== 'forbid') return null;
  const schedule = await lockSchedule(client, id);
  if (schedule?.concurrencyPolicy !== 'forbid') return null;
  const active = await loadActive(client, id);
  if (!active) return null;
  const since = active.since.toISOString();
  return conflict(
    `This schedule forbids overlapping runs, and run ${active.id} has been running since ${since}. Wait for it to end, or cancel it.`,
  );
}

/** What a schedule runs, with params over its own. */
export function runOf(
  schedule: StoredSchedule,
  params: JsonObject | null | undefined,
): Result<Pick<ManualRun, 'target' | 'settings' | 'missing'>> {
  if (schedule.templateId !== null && schedule.lent === null)
    return conflict('The template of this schedule has been deleted or is not a template: choose another.');
  const target = targetOf(schedule);
  if (target === undefined) return conflict('The schedule has no agent or pipeline: choose one.');
  const settings = snapshotOf({ ...schedule, params: { ...schedule.params, ...params } }, null);
  return ok({ target, settings, missing: missingTarget(target) });
}

/** Undefined only for a schedule that was written by SQL. */
function targetOf({ targetType, agentId, pipelineId }: StoredSchedule): ManualTarget | undefined {
  if (targetType === 'agent') return agentId === null ? undefined : { targetType, agentId, pipelineId: null };
  return pipelineId === null ? undefined : { targetType, agentId: null, pipelineId };
}

function missingTarget({ targetType, agentId, pipelineId }: ManualTarget): Refusal {
  return conflict(
    targetType === 'agent'
      ? `The agent "${agentId}" of this schedule is not registered: register it, or choose another.`
      : `The pipeline "${pipelineId}" of this schedule does not exist: choose another.`,
  );
}
