import { randomFillSync } from 'node:crypto';

const POOL = Buffer.alloc(8_192);
let used = POOL.length;

/**
 * Random bytes, valid until the next call, from a pool that is filled at once: a system call for each few
 * bytes costs more than their use. At most 8,192.
 */
export function randomBytesOf(count: number): Buffer {
  if (used + count > POOL.length) {
    randomFillSync(POOL);
    used = 0;
  }
  used += count;
  return POOL.subarray(used - count, used);
}
