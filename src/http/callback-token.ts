import { createHash, hash, timingSafeEqual } from 'node:crypto';

/**
 * The token with which an agent reports on one attempt: HMAC-SHA256(secret key, execution id), base64url.
 * Nothing is stored, so any worker can send the same token again on a redelivery.
 */
export function callbackToken(secretKey: Uint8Array, executionId: string): string {
  const { inner, outer } = padsOf(secretKey);
  const id = Buffer.from(executionId, 'utf8');
  hash('sha256', Buffer.concat([inner, id]), 'buffer').copy(outer, BLOCK_BYTES);
  return hash('sha256', outer, 'base64url');
}

/** Block size of SHA-256. */
const BLOCK_BYTES = 64;
const HASH_BYTES = 32;

/**
 * The inputs that HMAC (RFC 2104) hashes before the message, and before the hash of that; `outer` has room
 * for it.
 */
interface Pads {
  inner: Buffer;
  outer: Buffer;
}

const pads = new WeakMap<Uint8Array, Pads>();

/**
 * Created once per key, and hashed in one call. An object per token would cost four times as much, mostly for
 * garbage collection.
 */
function padsOf(secretKey: Uint8Array): Pads {
  const known = pads.get(secretKey);
  if (known) return known;
  const key = Buffer.alloc(BLOCK_BYTES);
  key.set(secretKey.length > BLOCK_BYTES ? hash('sha256', secretKey, 'buffer') : secretKey);
  const inner = key.map((byte) => byte ^ 0x36) as Buffer;
  const outer = Buffer.concat([key.map((byte) => byte ^ 0x5c), Buffer.alloc(HASH_BYTES)]);
  pads.set(secretKey, { inner, outer });
  return { inner, outer };
}

/** Whether `token` belongs to this attempt. Compares hashes of fixed length in constant time. */
export function verifyCallbackToken(secretKey: Uint8Array, executionId: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(token), digest(callbackToken(secretKey, executionId)));
}
