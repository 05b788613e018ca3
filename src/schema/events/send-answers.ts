import type { Socket } from 'node:net';
import type { ExecutionResult } from 'graphql';
import type { WebSocket } from 'ws';
import type { AnswerStream } from './answer-stream.js';
import type { EventAnswer } from './event-answer.js';
import { headOf } from './shared-frames.js';

/** The socket and the operation that the answers of one subscription go to. */
export interface AnswerTarget {
  socket: WebSocket;
  /** The TCP socket below the WebSocket. */
  tcp: Pick<Socket, 'cork' | 'uncork' | 'write' | 'writableLength' | 'writableHighWaterMark'>;
  id: string;
}

type Corkable = Pick<Socket, 'cork' | 'uncork'>;

/** How many subscriptions each socket carries. */
const carried = new WeakMap<Corkable, number>();
let corked = new Set<Corkable>();

function carry(tcp: Corkable, more: number): void {
  carried.set(tcp, (carried.get(tcp) ?? 0) + more);
}

/**
 * Combines everything that is sent to a socket in this turn of the event loop into one write. With a
 * single subscription, each batch is one write anyway.
 */
function corkForNow(tcp: Corkable): void {
  if (carried.get(tcp) === 1 || corked.has(tcp)) return;
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
  const head = headOf(id);
  let ended = false;

  /** Undefined if the connection has room for more. */
  function send(batch: readonly EventAnswer[]): Promise<void> | undefined {
    // The client is gone: `return()` follows.
    if (ended || socket.readyState !== socket.OPEN) return undefined;
    corkForNow(tcp);
    const frames = answers.group.frames.of(head, batch);
    if (tcp.writableLength + frames.length < tcp.writableHighWaterMark) {
      tcp.write(frames);
      return undefined;
    }
    return new Promise((resolve) => tcp.write(frames, () => resolve()));
  }

  return {
    async next() {
      if (ended) return { done: true, value: undefined };
      carry(tcp, 1);
      try {
        await answers.sendAll(send);
      } finally {
        carry(tcp, -1);
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
