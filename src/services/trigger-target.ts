import { z } from 'zod';
import type { Actor, ServiceDeps } from './context.js';
import { jsonObject, parseInput } from './parse-input.js';
import { notFound, type Result } from './result.js';
import { givenOptions, runOptionsShape, settingsWith } from './run-options.js';
import { withCheckedTransaction } from './source-checks.js';
import { type ManualTarget, settingsOfNone, startManually } from './start-manually.js';
import { idempotencyKeyInput, withIdempotency } from './with-idempotency.js';

const triggerInput = z.strictObject({
  params: jsonObject.nullish(),
  ...runOptionsShape,
  idempotencyKey: idempotencyKeyInput,
});

/** Starts an agent or a pipeline that no schedule lends anything. @param input what was asked beside the target, unchecked */
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
