import { randomFillSync } from 'node:crypto';

const POOL = Buffer.alloc(8_192);
let used = POOL.length;

/**
 * Random bytes that are good until the next call, of a pool that is filled all at once: a call of its own for each few bytes costs
 * more than what they are for. At most 8 192.
 */
export function randomBytesOf(count: number): Buffer {
  if (used + count > POOL.length) {
    randomFillSync(POOL);
    used = 0;
  }
  used += count;
  return POOL.subarray(used - count, used);
}
