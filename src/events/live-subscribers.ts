import type { EventMetrics } from './event-metrics.js';
import { EVENT_KINDS, type EventKind, OutboxEvent } from './outbox-event.js';
import type { OutboxPage } from './read-outbox.js';
import type { Snapshot } from './snapshot.js';
import type { Subscriber } from './subscriber.js';

/**
 * The subscribers that receive what the tail reads. Newcomers joined while the tail did not read, because
 * there were no subscribers. It resumes from an earlier position, and events before a newcomer joined are not
 * for that subscriber.
 */
export class LiveSubscribers {
  readonly #metrics: EventMetrics;
  readonly #byKind = forEachKind(() => new Set<Subscriber>());
  /** When each newcomer joined, by `performance.now()`. */
  readonly #joinedAt = new Map<Subscriber, number>();
  /** Events are not being read, and the position only follows from time to time. */
  #isBehind = true;

  constructor(metrics: EventMetrics) {
    this.#metrics = metrics;
  }

  /** Whether nobody receives what the tail reads. Some may be catching up. */
  get isEmpty(): boolean {
    return EVENT_KINDS.every((kind) => this.#byKind[kind].size === 0);
  }

  /** The subscriber has received everything before the next page. */
  add(subscriber: Subscriber): void {
    this.#byKind[subscriber.kind].add(subscriber);
  }

  /** The subscriber wants only what happens from now on. */
  addFromNow(subscriber: Subscriber): void {
    if (this.#isBehind) this.#joinedAt.set(subscriber, performance.now());
    this.add(subscriber);
  }

  delete(subscriber: Subscriber): void {
    this.#byKind[subscriber.kind].delete(subscriber);
    this.#joinedAt.delete(subscriber);
    if (this.isEmpty) this.#isBehind = true;
  }

  /** Everything before the newcomers joined has been read. */
  caughtUp(): void {
    this.#isBehind = this.isEmpty;
    this.#joinedAt.clear();
  }

  deliver({ rows, to, readAt }: OutboxPage, from: Snapshot): void {
    if (rows.length === 0) return;
    const delivered = forEachKind(() => 0);
    let oldest = readAt.getTime();
    const isFor = this.#filterAt(readAt);
    for (const { pos, change } of rows) {
      const event = new OutboxEvent(change, { previous: from, current: to, pos });
      // A newer version may write kinds that this one does not know.
      let count = 0;
      for (const subscriber of this.#byKind[change.kind] ?? []) {
        if ((!isFor || isFor(subscriber, change.at)) && subscriber.offer(event)) count += 1;
      }
      if (count > 0) delivered[change.kind] += count;
      oldest = Math.min(oldest, change.at.getTime());
    }
    this.#metrics.lag.observe((readAt.getTime() - oldest) / 1_000);
    for (const kind of EVENT_KINDS) this.#metrics.delivered.inc({ kind }, delivered[kind]);
  }

  /**
   * @param readAt when the page was read, by the database's clock
   * @returns undefined if all events are for everybody
   */
  #filterAt(readAt: Date): ((subscriber: Subscriber, at: Date) => boolean) | undefined {
    if (this.#joinedAt.size === 0) return undefined;
    // The database's clock has passed `readAt` by now, and times of changes are in whole milliseconds.
    const behindMs = readAt.getTime() - performance.now() - 1;
    return (subscriber, at) => {
      const joinedAt = this.#joinedAt.get(subscriber);
      return joinedAt === undefined || at.getTime() >= joinedAt + behindMs;
    };
  }
}

function forEachKind<T>(make: () => T): Record<EventKind, T> {
  return Object.fromEntries(EVENT_KINDS.map((kind) => [kind, make()])) as Record<EventKind, T>;
}
