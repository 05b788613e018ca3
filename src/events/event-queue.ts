import type { OutboxEvent, OutboxHeartbeat } from './outbox-event.js';

export type OutboxItem = OutboxEvent | OutboxHeartbeat;
type Result = IteratorResult<OutboxItem, undefined>;

/**
 * What a subscriber reads. It ends by `return()`, which takes effect at once even while `next()` waits, or by a rejection:
 * of an `EventStreamError`, or of what the subscriber's own filter threw.
 */
export interface Subscription extends AsyncIterableIterator<OutboxItem, undefined, undefined> {
  next(): Promise<Result>;
  return(): Promise<Result>;
  /** Takes at most so many events that are there already, in their order. */
  takeWaiting(max: number): OutboxEvent[];
}

export interface EventQueueOptions {
  /** Silence after which a heartbeat is put in; default: none ever. */
  heartbeatMs?: number;
  /** The place that the first item follows. */
  start(): string;
  /** The place behind everything appended so far. */
  place(): string;
  /** Called once, however it ended. */
  onEnd(): void;
}

const DONE: Result = { done: true, value: undefined };

/** Between those that append events and the one that reads them. Not a generator: one that waits cannot be returned from. */
export class EventQueue implements Subscription {
  readonly #options: EventQueueOptions;
  readonly #heartbeat: NodeJS.Timeout | undefined;
  #events: OutboxEvent[] = [];
  /** Of the first event not yet taken: shifting a long array would move all of it. */
  #head = 0;
  #lastTaken: OutboxItem | undefined;
  #pulls: { resolve(result: Result): void; reject(error: Error): void }[] = [];
  #whenDrained: (() => void)[] = [];
  #ended = false;
  /** Why it ended, until somebody was told. */
  #error: Error | undefined;

  constructor(options: EventQueueOptions) {
    this.#options = options;
    if (options.heartbeatMs !== undefined) {
      this.#heartbeat = setTimeout(() => this.#beat(), options.heartbeatMs).unref();
    }
  }

  /** Events not yet taken. */
  get length(): number {
    return this.#events.length - this.#head;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Without effect once it has ended. */
  append(event: OutboxEvent): void {
    if (this.#ended) return;
    const pull = this.#pulls.shift();
    if (pull) pull.resolve(this.#take(event));
    else this.#events.push(event);
  }

  /** Drops what was not taken. `makeError` is told the place behind the last item that was. */
  fail(makeError: (cursor: string) => Error): void {
    if (this.#ended) return;
    this.#error = makeError(this.#lastTaken?.cursor ?? this.#options.start());
    this.#end();
    this.#pulls.shift()?.reject(this.#takeError());
    for (const pull of this.#pulls.splice(0)) pull.resolve(DONE);
  }

  /** Resolves when all is taken, or it has ended. */
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
    const taken = this.#events.slice(this.#head, this.#head + max);
    const last = taken.at(-1);
    if (!last) return taken;
    this.#head += taken.length;
    if (this.length === 0) this.#clear();
    this.#take(last);
    return taken;
  }

  return(): Promise<Result> {
    this.#error = undefined;
    if (!this.#ended) this.#end();
    for (const pull of this.#pulls.splice(0)) pull.resolve(DONE);
    return Promise.resolve(DONE);
  }

  #take(item: OutboxItem): Result {
    this.#lastTaken = item;
    this.#heartbeat?.refresh();
    return { done: false, value: item };
  }

  #takeError(): Error {
    const error = this.#error as Error;
    this.#error = undefined;
    return error;
  }

  /** Who is not waiting has not been told what is there already: no news for them. */
  #beat(): void {
    this.#heartbeat?.refresh();
    this.#pulls.shift()?.resolve(this.#take({ kind: 'heartbeat', cursor: this.#options.place() }));
  }

  #clear(): void {
    this.#events = [];
    this.#head = 0;
    for (const resolve of this.#whenDrained.splice(0)) resolve();
  }

  #end(): void {
    this.#ended = true;
    clearTimeout(this.#heartbeat);
    this.#clear();
    this.#options.onEnd();
  }
}
