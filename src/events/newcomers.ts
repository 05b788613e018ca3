import type { Subscriber } from './subscriber.js';

/**
 * Those who came while the tail did not read, since nobody listened: the place from which it goes on lies before they came, and what
 * happened in between is nothing to them.
 */
export class Newcomers {
  /** When, by `performance.now()`. */
  readonly #cameAt = new Map<Subscriber, number>();

  add(subscriber: Subscriber): void {
    this.#cameAt.set(subscriber, performance.now());
  }

  delete(subscriber: Subscriber): void {
    this.#cameAt.delete(subscriber);
  }

  /** All that happened before they came has been read. */
  clear(): void {
    this.#cameAt.clear();
  }

  /** Whether a change is for a subscriber, of those on a page that was read at this time of the database's clock. */
  judge(readAt: Date): (subscriber: Subscriber, at: Date) => boolean {
    if (this.#cameAt.size === 0) return () => true;
    // It was `readAt` by now at the latest; and times of changes are in whole milliseconds.
    const behindMs = readAt.getTime() - performance.now() - 1;
    return (subscriber, at) => {
      const cameAt = this.#cameAt.get(subscriber);
      return cameAt === undefined || at.getTime() >= cameAt + behindMs;
    };
  }
}
