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

/** A socket and the subscriptions on it. */
interface Carrier {
  tcp: Pick<Socket, 'cork' | 'uncork'>;
  subscriptions: number;
  isCorked: boolean;
}

const carriers = new WeakMap<Carrier['tcp'], Carrier>();
let corked: Carrier[] = [];

function carrierOf(tcp: Carrier['tcp']): Carrier {
  const carrier = carriers.get(tcp) ?? { tcp, subscriptions: 0, isCorked: false };
  carriers.set(tcp, carrier);
  return carrier;
}

/**
 * Combines everything that is sent to a socket in this turn of the event loop into one write. With a
 * single subscription, each batch is one write anyway.
 */
function corkForNow(carrier: Carrier): void {
  if (carrier.subscriptions === 1 || carrier.isCorked) return;
  if (corked.length === 0) setImmediate(uncorkAll);
  corked.push(carrier);
  carrier.isCorked = true;
  carrier.tcp.cork();
}

function uncorkAll(): void {
  const all = corked;
  corked = [];
  for (const carrier of all) {
    carrier.isCorked = false;
    carrier.tcp.uncork();
  }
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
  const carrier = carrierOf(tcp);
  let ended = false;

  /** Undefined if the connection has room for more. */
  function send(batch: readonly EventAnswer[]): Promise<void> | undefined {
    // The client is gone: `return()` follows.
    if (ended || socket.readyState !== socket.OPEN) return undefined;
    corkForNow(carrier);
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
      carrier.subscriptions += 1;
      try {
        await answers.sendAll(send);
      } finally {
        carrier.subscriptions -= 1;
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
