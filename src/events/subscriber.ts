import { type Cursor, encodeCursor } from './cursor.js';
import { EventQueue } from './event-queue.js';
import { EventStreamError } from './event-stream-error.js';
import type { EventKind, OutboxEvent } from './outbox-event.js';

export interface SubscribeOptions {
  kind: EventKind;
  /** Default: all events of the kind. It runs for each event, so it must be fast. */
  filter?: (event: OutboxEvent) => boolean;
  /** Cursor of the last known event. Default: deliver only new events. */
  after?: string;
  /** Maximum number of queued events. Beyond it, the subscription ends as `LAGGED`. Default: 10,000. */
  maxQueued?: number;
  /**
   * Time without an event after which an item `{kind: 'heartbeat', cursor}` is delivered. Default: no
   * heartbeats.
   */
  heartbeatMs?: number;
}

/**
 * One subscription. It first *catches up* from the database (`append`, at the reader's own pace), then
 * *keeps* events of the tail until the rest has been read, and then is *live*. Without `after` it is live
 * from the start.
 */
export class Subscriber {
  readonly kind: EventKind;
  readonly queue: EventQueue;
  readonly #filter: (event: OutboxEvent) => boolean;
  readonly #maxQueued: number;
  #tailEvents: OutboxEvent[] | undefined;
  /** The position it has reached. Undefined if it is that of the tail. */
  #reached: Cursor | undefined;

  constructor(
    options: SubscribeOptions,
    after: Cursor | undefined,
    tailPlace: () => Cursor,
    onEnd: () => void,
  ) {
    const { kind, filter = () => true, maxQueued = 10_000, heartbeatMs } = options;
    this.kind = kind;
    this.#filter = filter;
    this.#maxQueued = maxQueued;
    this.#reached = after;
    const start = after ?? tailPlace();
    this.queue = new EventQueue({
      heartbeatMs,
      start: () => encodeCursor(start),
      place: () => encodeCursor(this.#reached ?? tailPlace()),
      onEnd,
    });
  }

  /** An event read while catching up. Returns whether the subscriber wants it. */
  append(event: OutboxEvent): boolean {
    if (!this.#wants(event)) return false;
    this.queue.append(event);
    return true;
  }

  /** An event from the tail. Returns whether the subscriber wants it. */
  offer(event: OutboxEvent): boolean {
    if (!this.#wants(event)) return false;
    if (this.queue.length + (this.#tailEvents?.length ?? 0) >= this.#maxQueued) {
      this.end(
        'LAGGED',
        'This subscriber reads more slowly than events happen. Subscribe again with `after` set to the cursor.',
      );
      return false;
    }
    if (this.#tailEvents) this.#tailEvents.push(event);
    else this.queue.append(event);
    return true;
  }

  /** Everything up to this position has been appended. */
  reach(place: Cursor): void {
    this.#reached = place;
  }

  /** From now on the subscriber keeps events of the tail. */
  keepTailEvents(): void {
    this.#tailEvents = [];
  }

  /** The subscriber has reached the position at which it began to keep them. */
  goLive(): void {
    for (const event of this.#tailEvents ?? []) this.queue.append(event);
    this.#tailEvents = undefined;
    this.#reached = undefined;
  }

  end(code: EventStreamError['code'], message: string): void {
    const resumable = code !== 'BAD_CURSOR' && code !== 'CURSOR_EXPIRED';
    this.queue.fail((cursor) => new EventStreamError(code, message, resumable ? cursor : undefined));
  }

  #wants(event: OutboxEvent): boolean {
    if (this.queue.ended) return false;
    try {
      return this.#filter(event);
    } catch (error) {
      this.queue.fail(() => (error instanceof Error ? error : new Error(String(error))));
      return false;
    }
  }
}
