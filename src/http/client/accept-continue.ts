/**
 * Some servers send `100 Continue` although nobody asked for it, which RFC 9110 (15.2) lets a client ignore.
 * undici closes the connection instead, and the answer to work that was done is lost.
 */
import type { Socket } from 'node:net';

const INTERIM = Buffer.from('HTTP/1.1 1');
const CONTINUE = Buffer.from('HTTP/1.1 100');
const END_OF_HEADERS = '\r\n\r\n';

/**
 * Lets undici read `100 Continue` as `102 Processing`, which it ignores. Interim responses are recognized
 * from the beginning of what arrives after the last reset.
 */
export function acceptContinue(socket: Socket): { reset(): void } {
  const push = socket.push.bind(socket);
  let mayBegin = true;
  socket.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    if (mayBegin && chunk) mayBegin = rename(chunk);
    return push(chunk, encoding);
  };
  return {
    reset() {
      mayBegin = true;
    },
  };
}

/** @returns whether another interim response may follow in the next chunk */
function rename(chunk: Buffer): boolean {
  for (let at = 0; at < chunk.length; ) {
    if (!hasAt(chunk, INTERIM, at)) return false;
    if (hasAt(chunk, CONTINUE, at)) chunk.write('2', at + CONTINUE.length - 1);
    const end = chunk.indexOf(END_OF_HEADERS, at);
    if (end < 0) return false;
    at = end + END_OF_HEADERS.length;
  }
  return true;
}

const hasAt = (chunk: Buffer, text: Buffer, at: number) =>
  at + text.length <= chunk.length && chunk.compare(text, 0, text.length, at, at + text.length) === 0;
