import type { WebSocket } from 'ws';
import { LIMITS } from '../../domain/limits.js';

/** Sockets by API token, or by address until they have signed in. */
export class SocketCounts {
  readonly #unsigned = new Map<WebSocket, string>();
  readonly #signedIn = new Map<WebSocket, string>();

  mayOpen(address: string): boolean {
    return (
      this.#unsigned.size < LIMITS.unsignedSockets &&
      countOf(this.#unsigned, address) < LIMITS.unsignedSocketsPerAddress
    );
  }

  opened(socket: WebSocket, address: string): void {
    this.#unsigned.set(socket, address);
    socket.once('close', () => {
      this.#unsigned.delete(socket);
      this.#signedIn.delete(socket);
    });
  }

  /**
   * Returns whether this token may open another socket. If not, the socket still counts for its
   * address until it is closed.
   */
  signedIn(socket: WebSocket, tokenId: string): boolean {
    if (countOf(this.#signedIn, tokenId) >= LIMITS.socketsPerToken) return false;
    if (!this.#unsigned.delete(socket)) return false;
    this.#signedIn.set(socket, tokenId);
    return true;
  }
}

function countOf(sockets: ReadonlyMap<WebSocket, string>, key: string): number {
  let count = 0;
  for (const other of sockets.values()) if (other === key) count += 1;
  return count;
}
