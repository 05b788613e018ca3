import { z } from 'zod';
import type { Actor, ServiceDeps } from '../access/context.js';
import type { Created } from '../system/create-once.js';
import { jsonObject, parseInput } from '../system/parse-input.js';
import { notFound, type Result } from '../system/result.js';
import type { UseCase } from '../system/use-case.js';
import { idempotencyKeyInput, withIdempotency } from '../system/with-idempotency.js';
import { refuseSources } from './data-sources/refuse-sources.js';
import { withCheckedTransaction } from './data-sources/source-checks.js';
import { givenOptions, runOptionsShape, settingsWith } from './run-options.js';
import { type ManualTarget, settingsOfNone, startManually } from './start-manually.js';

const triggerInput = z.strictObject({
  params: jsonObject.nullish(),
  ...runOptionsShape,
  idempotencyKey: idempotencyKeyInput,
});

/**
 * Calls an agent now, once for each combination of values from the data sources in `params`.
 * @returns the run, which the engine starts immediately
 */
export const triggerAgent: UseCase<{ agentId: string; [field: string]: unknown }, Created> = (
  deps,
  actor,
  { agentId, ...input },
) => triggerTarget(deps, actor, { targetType: 'agent', agentId, pipelineId: null }, input);

/**
 * Runs a pipeline now, with one context for each combination of values from the data sources in `params`.
 * @returns the run, which the engine starts immediately
 */
export const triggerPipeline: UseCase<{ id: string; [field: string]: unknown }, Created> = (
  deps,
  actor,
  { id, ...input },
) => triggerTarget(deps, actor, { targetType: 'pipeline', agentId: null, pipelineId: id }, input);

/** @param input the other fields of the request, unchecked */
async function triggerTarget(
  deps: ServiceDeps,
  actor: Actor,
  target: ManualTarget,
  input: unknown,
): Promise<Result<Created>> {
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
