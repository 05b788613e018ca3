import { createHash } from 'node:crypto';
import { findIdempotencyKey, insertIdempotencyKey } from '../../db/system/idempotency-key.js';
import type { Queryable } from '../../db/system/queryable.js';
import { conflict, type Result } from '../system/result.js';
import { lockKeyOrRefuse } from '../system/with-idempotency.js';

export interface SignedEvent {
  webhookId: string;
  /** The verified signature. The owner of the secret made it for one event. */
  signature: string;
  eventId: string;
  /** How long the signature is remembered, in milliseconds. */
  windowMs: number;
}

/**
 * Runs what an event starts, unless its signature came before with another event ID. In that case the
 * call was captured and sent again, since only one profile signs the event ID. A refusal leaves the
 * signature unused. Call it in the transaction that `run` writes in.
 */
export async function refuseCapturedCall<T extends { id: string }>(
  client: Queryable,
  { webhookId, signature, eventId, windowMs }: SignedEvent,
  run: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const key = createHash('sha256').update(signature).digest('hex');
  const scope = { operation: 'webhook signature', target: webhookId, key };
  const requestHash = createHash('sha256').update(eventId).digest('hex');
  const busy = await lockKeyOrRefuse(
    client,
    scope,
    'A call with this signature is still in progress. Try again.',
  );
  if (busy) return busy;
  const known = await findIdempotencyKey(client, scope);
  if (known && known.requestHash !== requestHash)
    return conflict('This signature was already used with a different event ID. Sign each event separately.');
  const result = await run();
  if (result.kind === 'ok')
    await insertIdempotencyKey(client, scope, { requestHash, resultId: result.value.id }, windowMs);
  return result;
}
