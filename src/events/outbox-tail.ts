import { setImmediate as afterDelivery, setTimeout as sleep } from 'node:timers/promises';
import type { Listener } from '../runtime/database/listener.js';
import type { Pool } from '../runtime/database/pool.js';
import { createLoop } from '../runtime/loop.js';
import type { Logger } from '../runtime/telemetry/logger.js';
import { Registry } from '../runtime/telemetry/metrics.js';
import { adoptOutbox } from './adopt-outbox.js';
import { catchUp, EXPIRED } from './catch-up.js';
import { type Cursor, cursorAt, decodeCursor, encodeCursor } from './cursor.js';
import { createEventMetrics } from './event-metrics.js';
import type { Subscription } from './event-queue.js';
import { EventStreamError } from './event-stream-error.js';
import { Newcomers } from './newcomers.js';
import { EVENT_KINDS, type EventKind, OutboxEvent } from './outbox-event.js';
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
/** How late events can be if a notification is lost. */
const SAFETY_POLL_MS = 1_000;
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

interface Waiting {
  covering: Snapshot;
  onReached(at: Snapshot): void;
}

/** Reads the outbox once for all subscribers of the process. */
export function createOutboxTail({
  pool,
  listener,
  logger,
  metrics: registry = new Registry(),
}: OutboxTailOptions): OutboxTail {
  const metrics = createEventMetrics(registry);
  const open = new Set<Subscriber>();
  /** Subscribers that receive what the tail reads. */
  const live = {
    job: new Set(),
    execution: new Set(),
    schedule: new Set(),
    agent: new Set(),
    worker: new Set(),
    record: new Set(),
  } as Record<EventKind, Set<Subscriber>>;
  let waiting: Waiting[] = [];
  let place: Cursor | undefined;
  let stopped = false;
  /** The next round does not begin before, by `performance.now()`. */
  let restUntilMs = Number.NEGATIVE_INFINITY;
  const newcomers = new Newcomers();
  /** Events are not being read, and the position only follows from time to time. */
  let isBehind = true;
  const loop = createLoop({ name: 'outbox-tail', logger, backoff: BACKOFF, runOnce: readBatch });

  async function readBatch(): Promise<number> {
    const pauseMs = restUntilMs - performance.now();
    if (pauseMs > 0) await sleep(pauseMs);
    restUntilMs = performance.now() + PAUSE_MS;
    if (isIdle() && !(await isStale())) return waiting.length > 0 ? SAFETY_POLL_MS : IDLE_POLL_MS;
    const { previous, current, pos } = currentPlace();
    const unfinished = previous !== current; // the round before failed between two pages
    const range = unfinished ? { from: previous, to: current, afterPos: pos } : { from: current };
    for await (const page of readOutbox(pool, range)) {
      if (page.broken) {
        await startOver();
        return 0;
      }
      const beganMs = performance.now();
      fanOut(page, range.from);
      // Answers that need nothing from the database are written before.
      if (page.rows.length > 0) await afterDelivery();
      const endedMs = performance.now();
      restUntilMs = Math.max(restUntilMs, endedMs + Math.min(endedMs - beganMs, MAX_REST_MS));
    }
    place = cursorAt(currentPlace().current);
    isBehind = isIdle();
    newcomers.clear();
    settleWaiting();
    return unfinished ? 0 : SAFETY_POLL_MS;
  }

  /** Whether no subscriber receives what the tail reads. Some may be catching up. */
  function isIdle(): boolean {
    return EVENT_KINDS.every((kind) => live[kind].size === 0);
  }

  /**
   * Without subscribers, the position can move to the current snapshot without reading events. Returns true
   * if events must be read nevertheless, because somebody has subscribed meanwhile or the position is lost.
   */
  async function isStale(): Promise<boolean> {
    const present = await readSnapshot(pool);
    if (!isIdle() || !covers(present, currentPlace().current)) return true;
    place = cursorAt(present);
    settleWaiting();
    return false;
  }

  /** Runs synchronously, so that `place` always says what has been delivered. */
  function fanOut({ rows, to, readAt }: OutboxPage, from: Snapshot): void {
    const delivered = { job: 0, execution: 0, schedule: 0, agent: 0, worker: 0, record: 0 };
    let oldest = readAt.getTime();
    const isFor = newcomers.filterAt(readAt);
    for (const { pos, change } of rows) {
      const event = new OutboxEvent(change, { previous: from, current: to, pos });
      for (const subscriber of live[change.kind]) {
        if (isFor(subscriber, change.at) && subscriber.offer(event)) delivered[change.kind] += 1;
      }
      oldest = Math.min(oldest, change.at.getTime());
    }
    place = { previous: from, current: to, pos: rows.at(-1)?.pos ?? 0 };
    if (rows.length === 0) return;
    metrics.lag.observe((readAt.getTime() - oldest) / 1_000);
    for (const kind of EVENT_KINDS) metrics.delivered.inc({ kind }, delivered[kind]);
  }

  async function dropForeignEvents(): Promise<void> {
    if (await adoptOutbox(pool)) {
      logger.warn(
        'outbox.restored',
        {},
        'This database was restored from a dump: earlier events are dropped, and earlier cursors have expired',
      );
    }
  }

  async function startOver(): Promise<void> {
    await dropForeignEvents();
    const present = await readSnapshot(pool);
    logger.warn(
      'outbox.place_lost',
      { from: currentPlace().previous.text, to: present.text },
      'The outbox was trimmed or restored beyond the position of this process: subscribers must reload their data',
    );
    place = cursorAt(present);
    waiting = [];
    for (const subscriber of open) subscriber.end('CURSOR_EXPIRED', EXPIRED);
  }

  function currentPlace(): Cursor {
    if (!place) throw new Error('the outbox tail has not been started');
    return place;
  }

  function tailAt(covering: Snapshot, subscriber: Subscriber, join: boolean): Promise<Snapshot> {
    return new Promise((resolve) => {
      const onReached = (at: Snapshot) => {
        if (join) deliverLive(subscriber, () => subscriber.hold());
        resolve(at);
      };
      waiting.push({ covering, onReached });
      settleWaiting();
      if (waiting.length > 0) loop.wake();
    });
  }

  function settleWaiting(): void {
    const { previous, current } = currentPlace();
    if (previous !== current) return;
    const all = waiting;
    waiting = all.filter(({ covering }) => !covers(current, covering));
    for (const { covering, onReached } of all) if (covers(current, covering)) onReached(current);
  }

  /** From the next page on, the subscriber receives what the tail reads. */
  function deliverLive(subscriber: Subscriber, prepare = () => {}): void {
    if (subscriber.queue.ended) return;
    prepare();
    if (isIdle()) loop.wake();
    live[subscriber.kind].add(subscriber);
  }

  /** Starts a subscription without a cursor. */
  function startLive(subscriber: Subscriber): void {
    if (isBehind) newcomers.add(subscriber);
    deliverLive(subscriber);
  }

  async function startCatchUp(subscriber: Subscriber, after: Cursor): Promise<void> {
    try {
      await catchUp({
        pool,
        subscriber,
        after,
        tailAt: (covering, join) => tailAt(covering, subscriber, join),
        onDelivered: (count) => metrics.delivered.inc({ kind: subscriber.kind }, count),
      });
    } catch (err) {
      if (err instanceof EventStreamError) return subscriber.end(err.code, err.message);
      logger.warn('events.catch_up_failed', { err });
      subscriber.end(
        'UNAVAILABLE',
        'Events cannot be read at the moment. Subscribe again with `after` set to the cursor.',
      );
    }
  }

  return {
    async start() {
      await listener.listen(CHANNEL, () => (isIdle() ? loop.wakeIn(IDLE_MS) : loop.wake()));
      await dropForeignEvents();
      place ??= cursorAt(await readSnapshot(pool));
      loop.start();
    },
    async stop() {
      stopped = true;
      await loop.stop();
      waiting = [];
      for (const subscriber of open) subscriber.end('STOPPED', STOPPED);
    },
    async currentCursor() {
      return encodeCursor(cursorAt(await readSnapshot(pool)));
    },
    subscribe(request) {
      const { kind } = request;
      const after = request.after === undefined ? undefined : decodeCursor(request.after);
      const subscriber: Subscriber = new Subscriber(request, after, currentPlace, () => {
        open.delete(subscriber);
        live[kind].delete(subscriber);
        newcomers.delete(subscriber);
        if (isIdle()) isBehind = true;
        metrics.subscribers.dec({ kind });
      });
      open.add(subscriber);
      metrics.subscribers.inc({ kind });
      if (stopped) subscriber.end('STOPPED', STOPPED);
      else if (after) void startCatchUp(subscriber, after);
      else if (request.after === undefined) startLive(subscriber);
      else
        subscriber.end('BAD_CURSOR', 'This is not a cursor: pass one from an event, or from `eventCursor`.');
      return subscriber.queue;
    },
  };
}
