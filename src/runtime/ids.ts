import { randomBytesOf } from './random-bytes.js';

/**
 * Creates UUIDs of version 7 that ascend in the order of creation, also within a millisecond and when the
 * clock is set back.
 */
export function createIdGenerator(now: () => number = Date.now): () => string {
  const bytes = Buffer.alloc(16);
  let timestamp = -1;
  /**
   * RFC 9562, 6.2, method 1: the 12 bits of `rand_a` are a counter within a millisecond, with a random start
   * that leaves room.
   */
  let counter = 0;

  return () => {
    randomBytesOf(10).copy(bytes, 6);
    const current = now();
    if (current > timestamp) {
      timestamp = current;
      counter = bytes.readUInt16BE(6) & 0x7ff;
    } else if (++counter > 0xfff) {
      timestamp += 1;
      counter = bytes.readUInt16BE(6) & 0x7ff;
    }
    bytes.writeUIntBE(timestamp, 0, 6);
    bytes.writeUInt16BE(0x7000 | counter, 6);
    bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
    const hex = bytes.toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  };
}

/** The process's ids: `executionId`, `jobId` and the like. */
export const uuidv7: () => string = createIdGenerator();
