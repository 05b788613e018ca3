import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  findIdempotencyKey,
  insertIdempotencyKey,
  type KeyScope,
  lockIdempotencyKey,
} from '../../db/system/idempotency-key.js';
import type { Queryable } from '../../db/system/queryable.js';
import { isObject } from '../../domain/json.js';
import { isLockTimeout } from '../../runtime/database/sqlstate.js';
import { conflict, ok, type Refusal, type Result } from './result.js';

/** How long a key of a mutation is remembered, in milliseconds. */
const WINDOW_MS = 86_400_000;
const MAX_LENGTH = 255;

/** Whether a text can be a key: up to 255 visible characters. */
export function isIdempotencyKey(text: string): boolean {
  return text.length > 0 && text.length <= MAX_LENGTH && !/[\p{C}\p{Zl}\p{Zp}]/u.test(text);
}

/** From the input of a mutation. If absent, each request is a new one. */
export const idempotencyKeyInput = z
  .string('must be a string')
  .refine(isIdempotencyKey, `must be 1 to ${MAX_LENGTH} printable characters`)
  .nullish();

export interface KeyedRequest {
  /** The name of the mutation; with `target`, the scope of the key. */
  operation: string;
  /** ID of the object of the operation. */
  target: string;
  /** If absent, the operation simply runs. */
  key: string | null | undefined;
  /** The request as JSON. It must be the same if the key is used again, in any order of its keys. */
  request: unknown;
  /** The same request as another process may have stored it. */
  otherForm?: unknown;
  /** How long the key is remembered, in milliseconds. Defaults to one day. */
  windowMs?: number;
}

/**
 * Runs the operation unless it already ran under this key, and returns the first result if it did. Of
 * concurrent requests, one runs and the others wait for it. A refusal leaves the key free. Call it
 * first in the transaction that `run` writes in.
 */
export async function withIdempotency(
  client: Queryable,
  { operation, target, key, request, otherForm, windowMs = WINDOW_MS }: KeyedRequest,
  run: () => Promise<Result<{ id: string }>>,
): Promise<Result<{ id: string; repeated: boolean }>> {
  if (key === null || key === undefined) return firstTime(await run());
  const scope = { operation, target, key };
  const busy = await lockKeyOrRefuse(
    client,
    scope,
    'A request with this key is still in progress. Try again.',
  );
  if (busy) return busy;
  const requestHash = hashRequest(request);
  const known = await findIdempotencyKey(client, scope);
  const isSame =
    known?.requestHash === requestHash ||
    (otherForm !== undefined && known?.requestHash === hashRequest(otherForm));
  if (known && isSame) return ok({ id: known.resultId, repeated: true });
  if (known)
    return conflict(
      `The idempotency key ${JSON.stringify(key)} was already used for a different ${operation} request. Repeat that request exactly, or choose a new key.`,
    );
  const result = await run();
  if (result.kind === 'ok')
    await insertIdempotencyKey(client, scope, { requestHash, resultId: result.value.id }, windowMs);
  return firstTime(result);
}

/**
 * Locks a key for the rest of the transaction. If another transaction holds it for too long, refuses with this
 * message. The transaction has then failed: it is rolled back and replaced by an empty one, which can be
 * committed.
 */
export async function lockKeyOrRefuse(
  client: Queryable,
  scope: KeyScope,
  message: string,
): Promise<Refusal | undefined> {
  try {
    await lockIdempotencyKey(client, scope);
    return undefined;
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    await client.query('ROLLBACK AND CHAIN');
    return conflict(message);
  }
}

function firstTime(result: Result<{ id: string }>): Result<{ id: string; repeated: boolean }> {
  return result.kind === 'ok' ? ok({ ...result.value, repeated: false }) : result;
}

function hashRequest(request: unknown): string {
  return createHash('sha256').update(canonicalJson(request)).digest('hex');
}

/** The same text for equal values, in any order of their keys. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, part: unknown) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}
