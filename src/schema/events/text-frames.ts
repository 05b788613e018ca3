/** FIN bit and the opcode for text. */
const TEXT = 0x81;
/**
 * Lengths up to this fit in the second byte. For longer ones, that byte says whether two or eight
 * more follow.
 */
const SHORT = 125;
const TWO_BYTES = 126;
const EIGHT_BYTES = 127;

/**
 * Builds uncompressed, unmasked WebSocket frames (server to client) in one buffer. Each message is
 * `head`, one of the bodies, and `tail`. A body that goes to many sockets is thus encoded and
 * measured only once. `offsets` receives where each message begins.
 */
export function textFrames(
  head: Buffer,
  bodies: readonly Buffer[],
  tail: Buffer,
  offsets: number[] = [],
): Buffer {
  const around = head.length + tail.length;
  let size = 0;
  for (const body of bodies) size += lengthBytes(around + body.length) + around + body.length;
  const frames = Buffer.allocUnsafe(size);
  let at = 0;
  for (const body of bodies) {
    at = writeLength(frames, at, around + body.length);
    offsets.push(at);
    frames.set(head, at);
    frames.set(body, at + head.length);
    frames.set(tail, at + head.length + body.length);
    at += around + body.length;
  }
  return frames;
}

function lengthBytes(length: number): number {
  if (length <= SHORT) return 2;
  return length <= 0xffff ? 4 : 10;
}

/** Returns the offset of the message. */
function writeLength(frames: Buffer, at: number, length: number): number {
  frames[at] = TEXT;
  if (length <= SHORT) {
    frames[at + 1] = length;
    return at + 2;
  }
  if (length <= 0xffff) {
    frames[at + 1] = TWO_BYTES;
    return frames.writeUInt16BE(length, at + 2);
  }
  frames[at + 1] = EIGHT_BYTES;
  return frames.writeBigUInt64BE(BigInt(length), at + 2);
}
