/** FIN and the opcode of text. */
const TEXT = 0x81;
/** Lengths up to here stand in the second byte; longer ones in two bytes or eight more, as that one says. */
const SHORT = 125;
const TWO_BYTES = 126;
const EIGHT_BYTES = 127;

/**
 * Messages as the frames of a WebSocket, from the server (so without a mask) and not compressed, in one piece: each is `head`, one of
 * the bodies, `tail`. What goes to many sockets need not be made a text, measured and written for each of them.
 */
export function textFrames(head: Buffer, bodies: readonly Buffer[], tail: Buffer): Buffer {
  const around = head.length + tail.length;
  let size = 0;
  for (const body of bodies) size += lengthBytes(around + body.length) + around + body.length;
  const frames = Buffer.allocUnsafe(size);
  let at = 0;
  for (const body of bodies) {
    at = writeLength(frames, at, around + body.length);
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

/** Returns where the message goes. */
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
