import { randomBytesOf } from './random-bytes.js';

/**
 * Creates UUIDs of version 7 that ascend in the order of creation, also within a millisecond and when the
 * clock is set back. Each can be dated no earlier than an instant.
 *
 * @param now in milliseconds since 1970, with or without a fraction
 */
export function createIdGenerator(now: () => number = Date.now): (notBefore?: number) => string {
  const bytes = Buffer.alloc(16);
  let timestamp = -1;
  /**
   * RFC 9562, 6.2, method 1: the 12 bits of `rand_a` are a counter within a millisecond, with a random start
   * that leaves room.
   */
  let counter = 0;

  return (notBefore = 0) => {
    randomBytesOf(10).copy(bytes, 6);
    const current = Math.floor(Math.max(now(), notBefore));
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
    return formatted(bytes);
  };
}

const HEX = Buffer.from('0123456789abcdef');
const text = Buffer.alloc(36, '-');

/**
 * A flat string. Pieces that are put together take several times as much memory, and ids are kept by the
 * thousand.
 */
function formatted(bytes: Buffer): string {
  let at = 0;
  for (let n = 0; n < 16; n += 1) {
    if (n === 4 || n === 6 || n === 8 || n === 10) at += 1;
    const byte = bytes[n] as number;
    text[at] = HEX[byte >> 4] as number;
    text[at + 1] = HEX[byte & 15] as number;
    at += 2;
  }
  return text.toString('latin1');
}

let next = createIdGenerator();
/** A sequence of its own, because ids that are dated ahead would take all later ones with them. */
let nextAhead = createIdGenerator();

/**
 * The process's ids: `executionId`, `jobId` and the like. Lists are ordered by them, and periods are ranges of
 * them. So servers and workers date them by the database's clock: {@link dateIds}.
 */
export const uuidv7 = (): string => next();

/**
 * The id of a row that is prepared before its time, so that the row counts as of the period in which it is
 * stored.
 */
export const uuidv7From = (instant: Date): string => nextAhead(instant.getTime());

/**
 * Dates further ids by this clock, in milliseconds since 1970. Otherwise, the rows of a host whose clock is
 * ahead would count as the newest until the others have reached it.
 */
export function dateIds(now: () => number): void {
  next = createIdGenerator(now);
  nextAhead = createIdGenerator(now);
}
