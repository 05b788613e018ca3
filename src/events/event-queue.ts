import type { OutboxEvent, OutboxHeartbeat } from './outbox-event.js';

export type OutboxItem = OutboxEvent | OutboxHeartbeat;
type Result = IteratorResult<OutboxItem, undefined>;

/**
 * The events for one subscriber. It ends by `return()`, which takes effect at once even while `next()` waits,
 * or by a rejection with an `EventStreamError` or an error of the subscriber's own filter.
 */
export interface Subscription extends AsyncIterableIterator<OutboxItem, undefined, undefined> {
  next(): Promise<Result>;
  return(): Promise<Result>;
  /** Takes up to `max` events that are already queued, in their order. */
  takeWaiting(max: number): OutboxEvent[];
  /**
   * An alternative to `next()`, which needs no promise: calls `reader.onReady` once, when events can be taken
   * or the queue has ended. Returns false, without calling anything, if that is already the case. `next()` tells how it
   * ended.
   */
  whenReady(reader: QueueReader): boolean;
}

/** A reader that waits for the next item. */
export interface QueueReader {
  /** Must be fast, and not take anything itself: more events may follow at once. */
  onReady(): void;
  /** Nothing has happened for a while. The reader keeps waiting. */
  onHeartbeat(cursor: string): void;
}

export interface EventQueueOptions {
  /** Time without an event after which a heartbeat is inserted. Default: no heartbeats. */
  heartbeatMs?: number;
  /** The position before the first item. */
  start(): string;
  /** The position after everything appended so far. */
  place(): string;
  /** Called once, for any kind of end. */
  onEnd(): void;
}

const DONE: Result = { done: true, value: undefined };

/**
 * Connects the tail, which appends events, with the reader. Not a generator, because `return()` has no effect
 * on a generator that waits.
 */
export class EventQueue implements Subscription {
  readonly #options: EventQueueOptions;
  readonly #heartbeat: NodeJS.Timeout | undefined;
  #events: OutboxEvent[] = [];
  /** Index of the first event not yet taken, because shifting a long array would move all of it. */
  #head = 0;
  #lastTaken: OutboxItem | undefined;
  #pulls: { resolve(result: Result): void; reject(error: Error): void }[] = [];
  #reader: QueueReader | undefined;
  #whenDrained: (() => void)[] = [];
  #ended = false;
  /** Why it ended, until the reader has received it. */
  #error: Error | undefined;

  constructor(options: EventQueueOptions) {
    this.#options = options;
    if (options.heartbeatMs !== undefined) {
      this.#heartbeat = setTimeout(() => this.#beat(), options.heartbeatMs).unref();
    }
  }

  /** Number of events not yet taken. */
  get length(): number {
    return this.#events.length - this.#head;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Does nothing after the end. */
  append(event: OutboxEvent): void {
    if (this.#ended) return;
    const pull = this.#pulls.shift();
    if (pull) pull.resolve(this.#take(event));
    else this.#events.push(event);
    if (this.#reader) this.#wakeReader();
  }

  /** Drops events that were not taken. `makeError` receives the position after the last item that was. */
  fail(makeError: (cursor: string) => Error): void {
    if (this.#ended) return;
    this.#error = makeError(this.#lastTaken?.cursor ?? this.#options.start());
    this.#end();
    this.#pulls.shift()?.reject(this.#takeError());
    for (const pull of this.#pulls.splice(0)) pull.resolve(DONE);
  }

  /** Resolves when everything is taken, or the queue has ended. */
  drained(): Promise<void> {
    if (this.length === 0) return Promise.resolve();
    return new Promise((resolve) => this.#whenDrained.push(resolve));
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<Result> {
    const event = this.#events[this.#head];
    if (event) {
      this.#head += 1;
      if (this.length === 0) this.#clear();
      return Promise.resolve(this.#take(event));
    }
    if (this.#error) return Promise.reject(this.#takeError());
    if (this.#ended) return Promise.resolve(DONE);
    return new Promise((resolve, reject) => this.#pulls.push({ resolve, reject }));
  }

  takeWaiting(max: number): OutboxEvent[] {
    if (this.length === 0 || max <= 0) return [];
    const takesAll = this.#head === 0 && max >= this.#events.length;
    const taken = takesAll ? this.#events : this.#events.slice(this.#head, this.#head + max);
    this.#head += taken.length;
    if (this.length === 0) this.#clear();
    this.#remember(taken[taken.length - 1] as OutboxEvent);
    return taken;
  }

  whenReady(reader: QueueReader): boolean {
    if (this.length > 0 || this.#ended) return false;
    this.#reader = reader;
    return true;
  }

  return(): Promise<Result> {
    this.#error = undefined;
    if (!this.#ended) this.#end();
    for (const pull of this.#pulls.splice(0)) pull.resolve(DONE);
    return Promise.resolve(DONE);
  }

  #take(item: OutboxItem): Result {
    this.#remember(item);
    return { done: false, value: item };
  }

  #remember(item: OutboxItem): void {
    this.#lastTaken = item;
    this.#heartbeat?.refresh();
  }

  #takeError(): Error {
    const error = this.#error as Error;
    this.#error = undefined;
    return error;
  }

  /** A reader that is not waiting has events to take first, so it needs no heartbeat. */
  #beat(): void {
    this.#heartbeat?.refresh();
    const pull = this.#pulls.shift();
    if (!pull && !this.#reader) return;
    const item: OutboxHeartbeat = { kind: 'heartbeat', cursor: this.#options.place() };
    const result = this.#take(item);
    if (pull) pull.resolve(result);
    else this.#reader?.onHeartbeat(item.cursor);
  }

  #wakeReader(): void {
    const reader = this.#reader;
    this.#reader = undefined;
    reader?.onReady();
  }

  #clear(): void {
    this.#events = [];
    this.#head = 0;
    if (this.#whenDrained.length === 0) return;
    for (const resolve of this.#whenDrained.splice(0)) resolve();
  }

  #end(): void {
    this.#ended = true;
    clearTimeout(this.#heartbeat);
    this.#clear();
    this.#options.onEnd();
    this.#wakeReader();
  }
}
