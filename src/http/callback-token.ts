import { createHash, createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';

/**
 * The token with which an agent reports on one attempt: HMAC-SHA256(secret key, execution id), base64url. Nothing is
 * stored, so that any worker can send the same token again on a redelivery.
 */
export function callbackToken(secretKey: Uint8Array, executionId: string): string {
  return createHmac('sha256', keyOf(secretKey)).update(executionId).digest('base64url');
}

const keys = new WeakMap<Uint8Array, KeyObject>();

/** Made once: from bytes each token would cost twice as much. */
function keyOf(secretKey: Uint8Array): KeyObject {
  const known = keys.get(secretKey) ?? createSecretKey(secretKey);
  keys.set(secretKey, known);
  return known;
}

/** Whether `token` is this attempt's. Compares hashes of fixed length in constant time, whatever was sent. */
export function verifyCallbackToken(secretKey: Uint8Array, executionId: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(token), digest(callbackToken(secretKey, executionId)));
}
