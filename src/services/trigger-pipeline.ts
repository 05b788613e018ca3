import { z } from 'zod';
import { withTransaction } from '../runtime/pool.js';
import type { Actor, ServiceDeps } from './context.js';
import { jsonObject, parseInput } from './parse-input.js';
import { notFound, type Result } from './result.js';
import { startManually } from './start-manually.js';
import { idempotencyKeyInput, withIdempotency } from './with-idempotency.js';

const triggerInput = z.strictObject({
  id: z.string(),
  params: jsonObject.nullish(),
  idempotencyKey: idempotencyKeyInput,
});

/** Runs a pipeline now, in one context for each value of the data sources in params. @returns the execution, which the engine takes up at once */
export async function triggerPipeline(
  deps: ServiceDeps,
  actor: Actor,
  input: unknown,
): Promise<Result<{ id: string; repeated: boolean }>> {
  const parsed = parseInput(triggerInput, input);
  if (parsed.kind !== 'ok') return parsed;
  const { id, params, idempotencyKey } = parsed.value;
  return withTransaction(deps.pool, (client) =>
    withIdempotency(
      client,
      { operation: 'triggerPipeline', target: id, key: idempotencyKey, request: { params: params ?? {} } },
      () =>
        startManually(deps, client, actor, {
          scheduleId: null,
          target: { targetType: 'pipeline', agentId: null, pipelineId: id },
          settings: {
            scheduleName: null,
            params: params ?? {},
            retryConfig: null,
            timeout: null,
            priority: 0,
          },
          missing: notFound('pipeline', id),
        }),
    ),
  );
}
