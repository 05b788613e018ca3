import type { IncomingMessage } from 'node:http';
import { LIMITS } from '../../domain/limits.js';
import { createFairSemaphore } from '../../runtime/limits/fair-semaphore.js';
import { type ClientAddress, networkOf } from './client-address.js';

/**
 * The unparsed bytes of a request's body. Undefined if there are more than `maxBytes`; the rest is
 * not read.
 *
 * @param mayGrow called with the bytes received so far before more are read; reading stops if it rejects
 */
export async function readBody(
  request: IncomingMessage,
  maxBytes: number,
  mayGrow?: (bytes: number) => Promise<void> | undefined,
): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return undefined;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    bytes += (chunk as Buffer).length;
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk as Buffer);
    await mayGrow?.(bytes);
  }
  return Buffer.concat(chunks);
}

/** Up to here, bodies are read immediately: memory holds as much for every connection. */
const SMALL_BYTES = 16_384;
/** Senders give up if a request takes longer. */
const WAIT_MS = 10_000;

/** Too many large bodies are being read. The sender should try again. */
export class TooManyBodiesError extends Error {}

/**
 * Reads bodies, only a few large ones at a time. One that arrives slowly gives way to those that wait.
 * @throws TooManyBodiesError
 */
export type BodyReader = (request: IncomingMessage, maxBytes: number) => Promise<Buffer | undefined>;

export function createBodyReader(clientAddress: ClientAddress): BodyReader {
  const places = createFairSemaphore({
    max: LIMITS.largeBodies,
    maxPerKey: LIMITS.largeBodiesPerAddress,
    maxWaitingPerKey: LIMITS.connections,
    waitMs: WAIT_MS,
    holdMs: LIMITS.largeBodyMs,
  });
  return async (request, maxBytes) => {
    let leave: (() => void) | undefined;
    const slow = new AbortController();
    const givenUp = new Promise<never>((_resolve, reject) => {
      slow.signal.onabort = () => reject(new TooManyBodiesError());
    });
    const body = readBody(request, maxBytes, async (bytes) => {
      if (slow.signal.aborted) throw new TooManyBodiesError();
      if (leave || bytes <= SMALL_BYTES) return;
      leave = await places.enter(networkOf(clientAddress(request)), () => slow.abort());
      if (!leave) throw new TooManyBodiesError();
    });
    try {
      return await Promise.race([body, givenUp]);
    } finally {
      leave?.();
    }
  };
}
