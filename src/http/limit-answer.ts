/**
 * Bytes that a server sends are counted where they arrive. Bodies have a limit of their own, but an answer may consist of other things that
 * never reach anybody: interim responses, chunk extensions, trailers.
 */
import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { LIMITS } from '../domain/limits.js';
import { AnswerTooLongError } from './transport-failure.js';

/** Sockets of the connector end when one answer is longer than `answerWireBytes`. */
export function limitAnswers(connector: buildConnector.connector): buildConnector.connector {
  return (options, callback) =>
    connector(options, (...[error, socket]) => {
      if (error) return callback(error, null);
      const count = limitConversation(socket);
      // A socket carries one request at a time, and is written to only to send one: that begins a new count.
      const write = socket.write.bind(socket) as (...parameters: unknown[]) => boolean;
      socket.write = (...parameters: unknown[]) => {
        count.reset();
        return write(...parameters);
      };
      callback(null, socket);
    });
}

/** Ends the socket when `answerWireBytes` have arrived since the last reset. However the socket is read, all that arrives is pushed. */
export function limitConversation(socket: Socket): { reset(): void } {
  const push = socket.push.bind(socket);
  let received = 0;
  socket.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    received += chunk?.length ?? 0;
    if (received <= LIMITS.answerWireBytes) return push(chunk, encoding);
    socket.destroy(new AnswerTooLongError());
    return false;
  };
  return {
    reset() {
      received = 0;
    },
  };
}
