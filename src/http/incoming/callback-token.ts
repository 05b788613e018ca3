import { createHash, hash, timingSafeEqual } from 'node:crypto';

/**
 * The token with which an agent reports on one attempt: HMAC-SHA256(secret key, execution id), base64url.
 * Nothing is stored, so any worker can send the same token again on a redelivery.
 */
export function callbackToken(secretKey: Uint8Array, executionId: string): string {
  const { inner, outer } = padsOf(secretKey);
  // A digest as text costs half as much as one in a buffer of its own.
  outer.write(hash('sha256', withId(inner, executionId), 'binary'), BLOCK_BYTES, 'latin1');
  return hash('sha256', outer, 'base64url');
}

/** Block size of SHA-256. */
const BLOCK_BYTES = 64;
const HASH_BYTES = 32;
/** Length of a UUID as text. */
const ID_BYTES = 36;

/**
 * The inputs that HMAC (RFC 2104) hashes before the message, and before the hash of that; both have room for
 * what follows.
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
  const inner = Buffer.concat([key.map((byte) => byte ^ 0x36), Buffer.alloc(ID_BYTES)]);
  const outer = Buffer.concat([key.map((byte) => byte ^ 0x5c), Buffer.alloc(HASH_BYTES)]);
  pads.set(secretKey, { inner, outer });
  return { inner, outer };
}

/** `inner` with the id, in place if it is a UUID. */
function withId(inner: Buffer, executionId: string): Buffer {
  if (Buffer.byteLength(executionId) !== ID_BYTES)
    return Buffer.concat([inner.subarray(0, BLOCK_BYTES), Buffer.from(executionId)]);
  inner.write(executionId, BLOCK_BYTES);
  return inner;
}

/** Whether `token` belongs to this attempt. Compares hashes of fixed length in constant time. */
export function verifyCallbackToken(secretKey: Uint8Array, executionId: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(token), digest(callbackToken(secretKey, executionId)));
}
