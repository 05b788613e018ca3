import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long clients have to receive the end of their subscriptions, and then to answer the close of a WebSocket. */
export const GOODBYE_MS = 1_000;

export function isEventStream(response: ServerResponse): boolean {
  return String(response.getHeader('content-type')).startsWith('text/event-stream');
}

/** The open responses, of which event streams may stay open as long as their client does not read. */
export class OpenStreams {
  readonly #responses = new Set<ServerResponse>();

  add(response: ServerResponse): void {
    this.#responses.add(response);
    response.once('close', () => this.#responses.delete(response));
  }

  /**
   * Waits until the event streams have closed, whose subscriptions have ended. Disconnects clients that do not
   * receive the end in time: they would keep the server from stopping until its deadline.
   */
  async close(): Promise<void> {
    const closed = [...this.#responses].filter(isEventStream).map(whenClosed);
    await Promise.race([Promise.all(closed), sleep(GOODBYE_MS, undefined, { ref: false })]);
    for (const response of this.#responses) if (isEventStream(response)) response.destroy();
  }
}

function whenClosed(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => response.once('close', resolve));
}
