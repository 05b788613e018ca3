import { setImmediate as afterDelivery, setTimeout as sleep } from 'node:timers/promises';
import type { Listener } from '../runtime/database/listener.js';
import type { Pool } from '../runtime/database/pool.js';
import { createLoop, type Loop } from '../runtime/loop.js';
import type { Logger } from '../runtime/telemetry/logger.js';
import { Registry } from '../runtime/telemetry/metrics.js';
import { adoptOutbox } from './adopt-outbox.js';
import { catchUp, EXPIRED } from './catch-up.js';
import { type Cursor, cursorAt, decodeCursor, encodeCursor } from './cursor.js';
import { createEventMetrics, type EventMetrics } from './event-metrics.js';
import type { Subscription } from './event-queue.js';
import { EventStreamError } from './event-stream-error.js';
import { LiveSubscribers } from './live-subscribers.js';
import { type OutboxPage, readOutbox, readSnapshot } from './read-outbox.js';
import { covers, type Snapshot } from './snapshot.js';
import { type SubscribeOptions, Subscriber } from './subscriber.js';

/*
 * The outbox (prisma/sql/shared/events.sql) is read by snapshots. Each round reads the rows that the current
 * snapshot sees and the previous one did not. Those are exactly the rows committed in between, whatever their
 * ids or positions, so no open transaction delays or hides events. Within a round, rows are ordered by
 * position: a row is locked before it gets its position, so the events of each entity are in the order in
 * which they happened. A client's cursor is a position in this sequence, not a number, see cursor.ts.
 *
 * There is one tail per process. After a failure it reads again from the same position. If the database no
 * longer has that position (trimmed, restored from a backup, failed over to a standby that was behind), all
 * subscriptions end with CURSOR_EXPIRED, and the tail continues from the current snapshot.
 */

export interface OutboxTailOptions {
  pool: Pool;
  listener: Listener;
  logger: Logger;
  /** Default: a registry that nobody reads. */
  metrics?: Registry;
  /** How late events can be if a notification is lost. Default: a second. */
  safetyNetMs?: number | undefined;
}

export interface OutboxTail {
  /**
   * Resolves when everything that is committed from now on will be delivered. Throws errors of the database.
   */
  start(): Promise<void>;
  /** Ends all subscriptions as `STOPPED`. */
  stop(): Promise<void>;
  /**
   * The current position. Read it before data, and subscribe from it, to receive everything that the data
   * does not show. Throws errors of the database.
   */
  currentCursor(): Promise<string>;
  /** Returns at once and never throws. An error in the cursor becomes the first rejection. */
  subscribe(options: SubscribeOptions): Subscription;
}

const CHANNEL = 'callboard_events';
/**
 * Without subscribers, the position follows at this distance, which limits how much is read for the first
 * subscriber.
 */
const IDLE_MS = 1_000;
/** The same interval if notifications are lost. */
const IDLE_POLL_MS = 10_000;
/** Delay between two rounds, so that commits in quick succession are read together. */
const PAUSE_MS = 5;
/**
 * After a round, the tail rests for as long as its delivery took, up to this. Each round costs a write per
 * subscriber however many events it brings: with a thousand subscribers, rounds of a few events would take
 * all of the processor, and leave none to those who write the events.
 */
const MAX_REST_MS = 50;
/** After an outage, subscribers must not wait for the loop's usual 5 s. */
const BACKOFF = { firstMs: 50, maxMs: 1_000 };
const STOPPED =
  'This server is shutting down. Subscribe again with `after` set to the cursor, at any server.';

/** A subscriber that catches up waits until the tail has read everything that its snapshot sees. */
interface Wait {
  covering: Snapshot;
  onReached(at: Snapshot): void;
}

/** Reads the outbox once for all subscribers of the process. */
export function createOutboxTail(options: OutboxTailOptions): OutboxTail {
  return new Tail(options);
}

class Tail implements OutboxTail {
  readonly #pool: Pool;
  readonly #listener: Listener;
  readonly #logger: Logger;
  readonly #metrics: EventMetrics;
  readonly #safetyNetMs: number;
  readonly #loop: Loop;
  readonly #open = new Set<Subscriber>();
  readonly #live: LiveSubscribers;
  #waits: Wait[] = [];
  #at: Cursor | undefined;
  #stopped = false;
  /** The next round does not begin before, by `performance.now()`. */
  #restUntilMs = Number.NEGATIVE_INFINITY;

  constructor({ pool, listener, logger, metrics = new Registry(), safetyNetMs = 1_000 }: OutboxTailOptions) {
    this.#pool = pool;
    this.#listener = listener;
    this.#logger = logger;
    this.#metrics = createEventMetrics(metrics);
    this.#live = new LiveSubscribers(this.#metrics);
    this.#safetyNetMs = safetyNetMs;
    const runOnce = () => this.#readBatch();
    this.#loop = createLoop({ name: 'outbox-tail', logger, backoff: BACKOFF, runOnce });
  }

  async start() {
    await this.#listener.listen(CHANNEL, () =>
      this.#live.isEmpty ? this.#loop.wakeIn(IDLE_MS) : this.#loop.wake(),
    );
    await this.#dropForeignEvents();
    this.#at ??= cursorAt(await readSnapshot(this.#pool));
    this.#loop.start();
  }

  async stop() {
    this.#stopped = true;
    await this.#loop.stop();
    this.#waits = [];
    for (const subscriber of this.#open) subscriber.end('STOPPED', STOPPED);
  }

  async currentCursor() {
    return encodeCursor(cursorAt(await readSnapshot(this.#pool)));
  }

  subscribe(request: SubscribeOptions) {
    const { kind } = request;
    const after = request.after === undefined ? undefined : decodeCursor(request.after);
    const onEnd = () => {
      this.#open.delete(subscriber);
      this.#live.delete(subscriber);
      this.#metrics.subscribers.dec({ kind });
    };
    const subscriber: Subscriber = new Subscriber(request, after, () => this.#place, onEnd);
    this.#open.add(subscriber);
    this.#metrics.subscribers.inc({ kind });
    if (this.#stopped) subscriber.end('STOPPED', STOPPED);
    else if (after) void this.#startCatchUp(subscriber, after);
    else if (request.after === undefined) {
      if (this.#live.isEmpty) this.#loop.wake();
      this.#live.addFromNow(subscriber);
    } else
      subscriber.end('BAD_CURSOR', 'This is not a cursor: pass one from an event, or from `eventCursor`.');
    return subscriber.queue;
  }

  /** What has been delivered. */
  get #place(): Cursor {
    if (!this.#at) throw new Error('the outbox tail has not been started');
    return this.#at;
  }

  async #readBatch(): Promise<number> {
    const pauseMs = this.#restUntilMs - performance.now();
    if (pauseMs > 0) await sleep(pauseMs);
    this.#restUntilMs = performance.now() + PAUSE_MS;
    if (this.#live.isEmpty && !(await this.#isStale()))
      return this.#waits.length > 0 ? this.#safetyNetMs : IDLE_POLL_MS;
    const { previous, current, pos } = this.#place;
    const unfinished = previous !== current; // the round before failed between two pages
    const range = unfinished ? { from: previous, to: current, afterPos: pos } : { from: current };
    for await (const page of readOutbox(this.#pool, range)) {
      if (page.broken) {
        await this.#startOver();
        return 0;
      }
      await this.#deliver(page, range.from);
    }
    this.#at = cursorAt(this.#place.current);
    this.#live.caughtUp();
    this.#settleWaits();
    return unfinished ? 0 : this.#safetyNetMs;
  }

  /**
   * Without subscribers, the position can move to the current snapshot without reading events. Returns true
   * if events must be read nevertheless, because somebody has subscribed meanwhile or the position is lost.
   */
  async #isStale(): Promise<boolean> {
    const present = await readSnapshot(this.#pool);
    if (!this.#live.isEmpty || !covers(present, this.#place.current)) return true;
    this.#at = cursorAt(present);
    this.#settleWaits();
    return false;
  }

  /** Moves the position in the same turn as it delivers, so that it always says what has been delivered. */
  async #deliver(page: OutboxPage, from: Snapshot): Promise<void> {
    const beganMs = performance.now();
    this.#live.deliver(page, from);
    this.#at = { previous: from, current: page.to, pos: page.rows.at(-1)?.pos ?? 0 };
    // Answers that need nothing from the database are written before.
    if (page.rows.length > 0) await afterDelivery();
    const endedMs = performance.now();
    this.#restUntilMs = Math.max(this.#restUntilMs, endedMs + Math.min(endedMs - beganMs, MAX_REST_MS));
  }

  async #dropForeignEvents(): Promise<void> {
    if (await adoptOutbox(this.#pool)) {
      this.#logger.warn(
        'outbox.restored',
        {},
        'This database was restored from a dump: earlier events are dropped, and earlier cursors have expired',
      );
    }
  }

  async #startOver(): Promise<void> {
    await this.#dropForeignEvents();
    const present = await readSnapshot(this.#pool);
    this.#logger.warn(
      'outbox.place_lost',
      { from: this.#place.previous.text, to: present.text },
      'The outbox was trimmed or restored beyond the position of this process: subscribers must reload their data',
    );
    this.#at = cursorAt(present);
    this.#waits = [];
    for (const subscriber of this.#open) subscriber.end('CURSOR_EXPIRED', EXPIRED);
  }

  async #startCatchUp(subscriber: Subscriber, after: Cursor): Promise<void> {
    try {
      await catchUp({
        pool: this.#pool,
        subscriber,
        after,
        tailAt: (covering, join) => this.#reach(covering, join ? subscriber : undefined),
        onDelivered: (count) => this.#metrics.delivered.inc({ kind: subscriber.kind }, count),
      });
    } catch (err) {
      if (err instanceof EventStreamError) return subscriber.end(err.code, err.message);
      this.#logger.warn('events.catch_up_failed', { err });
      subscriber.end(
        'UNAVAILABLE',
        'Events cannot be read at the moment. Subscribe again with `after` set to the cursor.',
      );
    }
  }

  /** @param joining a subscriber that is to receive what the tail reads from the position on */
  #reach(covering: Snapshot, joining: Subscriber | undefined): Promise<Snapshot> {
    return new Promise((resolve) => {
      const onReached = (at: Snapshot) => {
        if (joining) this.#join(joining);
        resolve(at);
      };
      this.#waits.push({ covering, onReached });
      this.#settleWaits();
      if (this.#waits.length > 0) this.#loop.wake();
    });
  }

  /** Ends the waits that are over. Between two pages of a round, no wait is over. */
  #settleWaits(): void {
    const { previous, current } = this.#place;
    if (previous !== current) return;
    const all = this.#waits;
    this.#waits = all.filter(({ covering }) => !covers(current, covering));
    for (const { covering, onReached } of all) if (covers(current, covering)) onReached(current);
  }

  #join(subscriber: Subscriber): void {
    if (subscriber.queue.ended) return;
    subscriber.keepTailEvents();
    if (this.#live.isEmpty) this.#loop.wake();
    this.#live.add(subscriber);
  }
}
