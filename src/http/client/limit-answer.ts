/**
 * Counts the bytes that a server sends, as they arrive. Bodies have their own limit, but an answer may consist of
 * other data that reaches nobody: interim responses, chunk extensions, trailers.
 */
import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { LIMITS } from '../../domain/limits.js';
import { acceptContinue } from './accept-continue.js';
import { AnswerTooLongError } from './transport-failure.js';

/** The connector's sockets close if one answer is longer than `answerWireBytes`. */
export function limitAnswers(connector: buildConnector.connector): buildConnector.connector {
  return (options, callback) =>
    connector(options, (...[error, socket]) => {
      if (error) return callback(error, null);
      const count = limitConversation(socket);
      const interim = acceptContinue(socket);
      // A socket carries one request at a time. Writing to it means sending a request, which starts a new
      // count.
      const write = socket.write.bind(socket) as (...parameters: unknown[]) => boolean;
      socket.write = (...parameters: unknown[]) => {
        count.reset();
        interim.reset();
        return write(...parameters);
      };
      callback(null, socket);
    });
}

/**
 * Closes the socket when `answerWireBytes` have arrived since the last reset. All data is pushed, however the
 * socket is read.
 */
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
