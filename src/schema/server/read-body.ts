import type { IncomingMessage } from 'node:http';
import { LIMITS } from '../../domain/limits.js';
import { createFairSemaphore } from '../../runtime/limits/fair-semaphore.js';
import { type ClientAddress, networkOf } from './client-address.js';

/**
 * The unparsed bytes of a request's body. Undefined if there are more than `maxBytes`; the rest is
 * not read.
 */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return undefined;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    bytes += (chunk as Buffer).length;
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

/** Bodies up to this size are read immediately: memory holds one for every connection. */
const SMALL_BYTES = 16_384;
/** Senders give up if a request takes longer. */
const WAIT_MS = 10_000;

/** Too many large bodies are being read. The sender should try again. */
export class TooManyBodiesError extends Error {}

/**
 * Reads bodies, only a few large ones at a time.
 * @throws TooManyBodiesError
 */
export type BodyReader = typeof readBody;

export function createBodyReader(clientAddress: ClientAddress): BodyReader {
  const places = createFairSemaphore({
    max: LIMITS.largeBodies,
    maxPerKey: LIMITS.largeBodiesPerAddress,
    maxWaitingPerKey: LIMITS.connections,
    waitMs: WAIT_MS,
  });
  return async (request, maxBytes) => {
    const announced = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY);
    if (announced <= SMALL_BYTES) return readBody(request, maxBytes);
    const leave = await places.enter(networkOf(clientAddress(request)));
    if (!leave) throw new TooManyBodiesError();
    try {
      return await readBody(request, maxBytes);
    } finally {
      leave();
    }
  };
}
