import type { IncomingMessage } from 'node:http';

/** Of the connection; behind a proxy the proxy's, for anybody can write the headers that tell of another. Null: it is closed already. */
export function remoteAddress({ socket }: IncomingMessage): string | null {
  // An IPv4 address on a socket that is open to both.
  return socket.remoteAddress?.replace(/^::ffff:(?=\d+\.)/i, '') ?? null;
}
