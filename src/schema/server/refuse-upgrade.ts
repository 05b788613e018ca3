import type { Duplex } from 'node:stream';

/**
 * @param status with further headers, such as `429 Too Many Requests\r
 * retry-after: 1`
 */
export function refuseUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
  // The timeouts of the HTTP server no longer apply to this socket.
  socket.once('finish', () => socket.destroy());
}
