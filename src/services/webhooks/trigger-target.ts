import { z } from 'zod';
import type { Actor, ServiceDeps } from '../access/context.js';
import { refuseSources } from '../runs/refuse-sources.js';
import { givenOptions, runOptionsShape, settingsWith } from '../runs/run-options.js';
import { withCheckedTransaction } from '../runs/source-checks.js';
import { type ManualTarget, settingsOfNone, startManually } from '../runs/start-manually.js';
import { jsonObject, parseInput } from '../system/parse-input.js';
import { notFound, type Result } from '../system/result.js';
import { idempotencyKeyInput, withIdempotency } from '../system/with-idempotency.js';

const triggerInput = z.strictObject({
  params: jsonObject.nullish(),
  ...runOptionsShape,
  idempotencyKey: idempotencyKeyInput,
});

/**
 * Starts an agent or a pipeline without a schedule.
 * @param input the other fields of the request, unchecked
 */
export async function triggerTarget(
  deps: ServiceDeps,
  actor: Actor,
  target: ManualTarget,
  input: unknown,
): Promise<Result<{ id: string; repeated: boolean }>> {
  const parsed = parseInput(triggerInput, input);
  if (parsed.kind !== 'ok') return parsed;
  const { idempotencyKey: key, params: given, ...options } = parsed.value;
  const params = given ?? {};
  const refusal = refuseSources(actor, params);
  if (refusal) return refusal;
  const request = { params, ...givenOptions(options) };
  const { targetType } = target;
  const id = target.agentId ?? target.pipelineId;
  const operation = targetType === 'agent' ? 'triggerAgent' : 'triggerPipeline';
  return withCheckedTransaction(deps, (client, checked) =>
    withIdempotency(client, { operation, target: id, key, request }, () =>
      startManually(checked, client, actor, {
        scheduleId: null,
        target,
        settings: settingsWith(settingsOfNone(params), options),
        missing: notFound(targetType, id),
        options,
      }),
    ),
  );
}
