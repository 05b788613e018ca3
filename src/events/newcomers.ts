import type { Subscriber } from './subscriber.js';

/**
 * Subscribers that joined while the tail did not read, because there were no subscribers. The tail resumes
 * from an earlier position, and events before a subscriber joined are not for that subscriber.
 */
export class Newcomers {
  /** When each joined, by `performance.now()`. */
  readonly #joinedAt = new Map<Subscriber, number>();

  add(subscriber: Subscriber): void {
    this.#joinedAt.set(subscriber, performance.now());
  }

  delete(subscriber: Subscriber): void {
    this.#joinedAt.delete(subscriber);
  }

  /** Call when everything before they joined has been read. */
  clear(): void {
    this.#joinedAt.clear();
  }

  /**
   * Returns a function that says whether a change on a page is for a subscriber. @param readAt when the page
   * was read, by the database's clock
   */
  filterAt(readAt: Date): (subscriber: Subscriber, at: Date) => boolean {
    if (this.#joinedAt.size === 0) return () => true;
    // The database's clock has passed `readAt` by now, and times of changes are in whole milliseconds.
    const behindMs = readAt.getTime() - performance.now() - 1;
    return (subscriber, at) => {
      const joinedAt = this.#joinedAt.get(subscriber);
      return joinedAt === undefined || at.getTime() >= joinedAt + behindMs;
    };
  }
}
