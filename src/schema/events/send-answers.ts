import type { Socket } from 'node:net';
import type { ExecutionResult } from 'graphql';
import type { WebSocket } from 'ws';
import type { AnswerStream } from './answer-stream.js';
import type { EventAnswer } from './event-answer.js';
import { textFrames } from './text-frames.js';

/** Where the answers of one subscription go. */
export interface AnswerTarget {
  socket: WebSocket;
  /** What the socket writes to. */
  tcp: Pick<Socket, 'cork' | 'uncork' | 'write'>;
  /** Of the operation. */
  id: string;
}

const TAIL = Buffer.from('}');

type Corkable = Pick<Socket, 'cork' | 'uncork'>;

let corked = new Set<Corkable>();

/** Everything that goes to a socket in this turn of the event loop, of all its subscriptions, is one write. */
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
 * Sends each batch of answers in one piece, past the library, which writes each frame as soon as it is made (we do not compress), so
 * that ours never come between the parts of another. Asks for the next when the connection has room for it. To the
 * protocol it is a stream without items, which ends as the answers do.
 */
export function sendAnswers(
  answers: AnswerStream,
  { socket, tcp, id }: AnswerTarget,
): AsyncIterableIterator<ExecutionResult, undefined, undefined> {
  const head = Buffer.from(`{"id":${JSON.stringify(id)},"type":"next","payload":`);
  let ended = false;

  /** Undefined: there is room for more. */
  function send(batch: readonly EventAnswer[]): Promise<void> | undefined {
    // Whoever is gone is told nothing more: `return()` follows.
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
