import { z } from 'zod';
import { loadSchedule, type StoredSchedule } from '../../../db/schedules/lock-schedule.js';
import type { Queryable } from '../../../db/system/queryable.js';
import { toJsonb } from '../../../db/system/to-jsonb.js';
import { insertRow } from '../../../db/system/write-row.js';
import { int32 } from '../../../domain/input-forms.js';
import { uuidv7 } from '../../../runtime/ids.js';
import type { Actor } from '../../access/context.js';
import { type CheckedDeps, withCheckedTransaction } from '../../runs/data-sources/source-checks.js';
import { checkRun } from '../../runs/start-manually.js';
import { jsonObject, parseInput } from '../../system/parse-input.js';
import { conflict, notFound, ok, type Refusal, type Result } from '../../system/result.js';
import type { UseCase } from '../../system/use-case.js';
import { idempotencyKeyInput, withIdempotency } from '../../system/with-idempotency.js';
import { runOf } from '../trigger-schedule.js';
import { type BackfillPlan, backfillRange, planBackfill } from './preview-backfill.js';

const MAX_CONCURRENCY = 100;

const createInput = z.strictObject({
  ...backfillRange,
  maxConcurrency: int32(1, MAX_CONCURRENCY).nullish(),
  /** Merged over the params of the schedule, key by key. */
  params: jsonObject.nullish(),
  idempotencyKey: idempotencyKeyInput,
});

type CreateInput = z.output<typeof createInput>;

/**
 * Runs past slots of a schedule, the oldest first, a limited number at a time. Slots that have run are
 * repeated only on request. All runs use the target, params and timing that the schedule has now, and ignore
 * its `concurrencyPolicy`.
 */
export const createBackfill: UseCase<unknown> = async (deps, actor, input) => {
  const parsed = parseInput(createInput, input);
  if (parsed.kind !== 'ok') return parsed;
  const { scheduleId, idempotencyKey: key, ...request } = parsed.value;
  const result = await withCheckedTransaction(deps, (client, checked) =>
    withIdempotency(client, { operation: 'createBackfill', target: scheduleId, key, request }, async () => {
      const schedule = await loadSchedule(client, scheduleId);
      return schedule
        ? insertBackfill(checked, client, actor, schedule, parsed.value)
        : notFound('schedule', scheduleId);
    }),
  );
  if (result.kind === 'ok' && !result.value.repeated) {
    const { id } = result.value;
    deps.logger.info('backfill.created', { backfillId: id, scheduleId, actor: actor.id });
  }
  return result;
};

async function insertBackfill(
  deps: CheckedDeps,
  client: Queryable,
  actor: Actor,
  schedule: StoredSchedule,
  input: CreateInput,
): Promise<Result<{ id: string }>> {
  const run = runOf(schedule, input.params);
  if (run.kind !== 'ok') return run;
  const { target, settings } = run.value;
  const planned = await planBackfill(client, schedule, input);
  if (planned.kind !== 'ok') return planned;
  const { plan, timing } = planned.value;
  if (plan.toCreate === 0) return nothingToDo(plan);
  const checked = await checkRun(deps, client, run.value);
  if (checked.kind !== 'ready') return checked;
  const id = uuidv7();
  await insertRow(client, 'Backfill', {
    id,
    scheduleId: schedule.id,
    from: plan.from,
    to: plan.to,
    maxConcurrency: input.maxConcurrency ?? 1,
    repeatExisting: input.repeatExisting ?? false,
    params: toJsonb(input.params),
    ...target,
    timing: toJsonb(timing),
    snapshot: toJsonb({ ...settings, pipeline: checked.pipeline }),
    total: plan.total,
    existing: plan.existing,
    createdBy: actor.id,
  });
  return ok({ id });
}

function nothingToDo({ total }: BackfillPlan): Refusal {
  return conflict(
    total === 0
      ? 'This schedule has no slots in this range. Check its startAt and endAt, or choose another range.'
      : `All ${total} slots in this range have already run. To run them again, set repeatExisting.`,
  );
}
