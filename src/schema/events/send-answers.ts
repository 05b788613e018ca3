import type { Socket } from 'node:net';
import type { ExecutionResult } from 'graphql';
import type { WebSocket } from 'ws';
import type { AnswerStream } from './answer-stream.js';
import type { EventAnswer } from './event-answer.js';
import { textFrames } from './text-frames.js';

/** The socket and the operation that the answers of one subscription go to. */
export interface AnswerTarget {
  socket: WebSocket;
  /** The TCP socket below the WebSocket. */
  tcp: Pick<Socket, 'cork' | 'uncork' | 'write'>;
  /** ID of the operation. */
  id: string;
}

const TAIL = Buffer.from('}');

type Corkable = Pick<Socket, 'cork' | 'uncork'>;

let corked = new Set<Corkable>();

/** Combines everything that is sent to a socket in this turn of the event loop into one write. */
function corkForNow(tcp: Corkable): void {
  if (corked.has(tcp)) return;
  if (corked.size === 0) setImmediate(uncorkAll);
  corked.add(tcp);
  tcp.cork();
}

function uncorkAll(): void {
  const all = corked;
  corked = new Set();
  for (const tcp of all) tcp.uncork();
}

/**
 * Sends each batch of answers in one write. The WebSocket library would write each frame on its own;
 * it does not compress, so our frames never come between the parts of another. The next batch is
 * requested when the connection has room for it. To the protocol this is a stream without items that
 * ends when the answers end.
 */
export function sendAnswers(
  answers: AnswerStream,
  { socket, tcp, id }: AnswerTarget,
): AsyncIterableIterator<ExecutionResult, undefined, undefined> {
  const head = Buffer.from(`{"id":${JSON.stringify(id)},"type":"next","payload":`);
  let ended = false;

  /** Undefined if the connection has room for more. */
  function send(batch: readonly EventAnswer[]): Promise<void> | undefined {
    // The client is gone: `return()` follows.
    if (ended || socket.readyState !== socket.OPEN) return undefined;
    corkForNow(tcp);
    const frames = textFrames(
      head,
      batch.map(({ json }) => json),
      TAIL,
    );
    let written = () => {};
    if (tcp.write(frames, () => written())) return undefined;
    return new Promise((resolve) => {
      written = resolve;
    });
  }

  return {
    async next() {
      while (!ended) {
        const batch = await answers.nextBatch();
        if (batch === undefined) break;
        const sent = send(batch);
        if (sent) await sent;
      }
      return { done: true, value: undefined };
    },
    async return() {
      ended = true;
      return answers.return() as Promise<IteratorReturnResult<undefined>>;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
