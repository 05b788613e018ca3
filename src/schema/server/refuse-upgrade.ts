import type { Duplex } from 'node:stream';

/** @param status with further headers, e.g. `429 Too Many Requests\r\nretry-after: 1` */
export function refuseUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
  // The HTTP server no longer looks after this socket: its timeouts do not end it.
  socket.once('finish', () => socket.destroy());
}
