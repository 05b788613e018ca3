import { type Cursor, encodeCursor } from './cursor.js';
import { EventQueue } from './event-queue.js';
import { EventStreamError } from './event-stream-error.js';
import type { EventKind, OutboxEvent } from './outbox-event.js';

export interface SubscribeOptions {
  kind: EventKind;
  /** Default: all events of the kind. Called in memory, for each of them: to be quick. */
  filter?: (event: OutboxEvent) => boolean;
  /** Cursor of the last event that is already known; default: only what comes from now on. */
  after?: string;
  /** Events that may wait to be taken, beyond which the subscription ends as `LAGGED`; default 10 000. */
  maxQueued?: number;
  /** Silence after which an item `{kind: 'heartbeat', cursor}` comes; default: none ever. */
  heartbeatMs?: number;
}

/**
 * One subscription, seen from the tail. It *catches up* from the database (`append`, at the reader's own pace), then *holds* what
 * the tail offers until the rest has been read, then is *live*. Without `after` it is live from the beginning.
 */
export class Subscriber {
  readonly kind: EventKind;
  readonly queue: EventQueue;
  readonly #filter: (event: OutboxEvent) => boolean;
  readonly #maxQueued: number;
  #held: OutboxEvent[] | undefined;
  /** How far it has come; undefined: as far as the tail. */
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
    if (this.queue.length + (this.#held?.length ?? 0) >= this.#maxQueued) {
      this.end(
        'LAGGED',
        'This subscriber reads more slowly than events happen. Subscribe again with `after` set to the cursor.',
      );
      return false;
    }
    if (this.#held) this.#held.push(event);
    else this.queue.append(event);
    return true;
  }

  /** All up to here has been appended. */
  reach(place: Cursor): void {
    this.#reached = place;
  }

  /** From now on the tail offers. */
  hold(): void {
    this.#held = [];
  }

  /** It has caught up with the place at which the tail began to offer. */
  goLive(): void {
    for (const event of this.#held ?? []) this.queue.append(event);
    this.#held = undefined;
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
