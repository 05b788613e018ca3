import { setTimeout as sleep } from 'node:timers/promises';
import type { Listener } from '../runtime/listener.js';
import type { Logger } from '../runtime/logger.js';
import { createLoop } from '../runtime/loop.js';
import { Registry } from '../runtime/metrics.js';
import type { Pool } from '../runtime/pool.js';
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
 * The outbox (prisma/sql/shared/events.sql) is read by snapshots. Each round asks for the rows that the present snapshot sees and
 * the one before did not: exactly what was committed between them, whatever its id or position, so that nobody's open
 * transaction withholds or hides anything. Within a round, position is the order: a row's lock is taken before its position, so each
 * entity's events come as they happened. A client's cursor is a place in that reading, not a number; see cursor.ts.
 *
 * One tail a process. What fails is read again from the same place; a place that the database no longer has (trimmed, restored from a
 * backup, failed over to a standby that was behind) ends all subscriptions as CURSOR_EXPIRED, and reading goes on from the present.
 */

export interface OutboxTailOptions {
  pool: Pool;
  listener: Listener;
  logger: Logger;
  /** Default: counted for nobody. */
  metrics?: Registry;
}

export interface OutboxTail {
  /** Resolves when what is committed from now on will be delivered. Throws what the database throws. */
  start(): Promise<void>;
  /** Ends all subscriptions as `STOPPED`. */
  stop(): Promise<void>;
  /** Read before data, the place from which a subscription adds to it what that data does not show. Throws what the database throws. */
  currentCursor(): Promise<string>;
  /** At once and without throwing: what is wrong with the cursor comes as the first rejection. */
  subscribe(options: SubscribeOptions): Subscription;
}

const CHANNEL = 'callboard_events';
/** What a lost notification can cost. */
const SAFETY_POLL_MS = 1_000;
/** While nobody listens, the place follows what happens at this distance: so much is read, at most, for the first who comes. */
const IDLE_MS = 1_000;
/** The same, should notifications be lost. */
const IDLE_POLL_MS = 10_000;
/** Between two readings: commits that come one after the other are read together, at the cost of so much delay. */
const PAUSE_MS = 5;
/** After an outage subscribers should not wait for the loop's usual 5 s. */
const BACKOFF = { firstMs: 50, maxMs: 1_000 };
const STOPPED = 'This server is going down. Subscribe again with `after` set to the cursor, at any server.';

interface Waiting {
  covering: Snapshot;
  onStanding(at: Snapshot): void;
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
  /** Those that are offered what the tail reads. */
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
  let readAtMs = Number.NEGATIVE_INFINITY;
  const newcomers = new Newcomers();
  /** What happens is not being read: the place only follows it now and then. */
  let isBehind = true;
  const loop = createLoop({ name: 'outbox-tail', logger, backoff: BACKOFF, runOnce: readBatch });

  async function readBatch(): Promise<number> {
    const pauseMs = readAtMs + PAUSE_MS - performance.now();
    if (pauseMs > 0) await sleep(pauseMs);
    readAtMs = performance.now();
    if (isIdle() && !(await isStale())) return waiting.length > 0 ? SAFETY_POLL_MS : IDLE_POLL_MS;
    const { previous, current, pos } = currentPlace();
    const unfinished = previous !== current; // the round before failed between two pages
    const range = unfinished ? { from: previous, to: current, afterPos: pos } : { from: current };
    for await (const page of readOutbox(pool, range)) {
      if (page.broken) {
        await startOver();
        return 0;
      }
      fanOut(page, range.from);
    }
    place = cursorAt(currentPlace().current);
    isBehind = isIdle();
    newcomers.clear();
    settleWaiting();
    return unfinished ? 0 : SAFETY_POLL_MS;
  }

  /** Nobody is offered what the tail reads; some may be catching up. */
  function isIdle(): boolean {
    return EVENT_KINDS.every((kind) => live[kind].size === 0);
  }

  /**
   * While nobody listens, no events need be read to keep the place where it belongs, which is here and now. Returns whether they
   * have to be all the same: somebody has come meanwhile, or the place is lost.
   */
  async function isStale(): Promise<boolean> {
    const present = await readSnapshot(pool);
    if (!isIdle() || !covers(present, currentPlace().current)) return true;
    place = cursorAt(present);
    settleWaiting();
    return false;
  }

  /** Without a pause, so that the place always says what has been offered. */
  function fanOut({ rows, to, readAt }: OutboxPage, from: Snapshot): void {
    const delivered = { job: 0, execution: 0, schedule: 0, agent: 0, worker: 0, record: 0 };
    let oldest = readAt.getTime();
    const isFor = newcomers.judge(readAt);
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

  async function forgetForeign(): Promise<void> {
    if (await adoptOutbox(pool)) {
      logger.warn(
        'outbox.restored',
        {},
        'This database was restored from a dump: events from before are forgotten, and cursors from before have expired',
      );
    }
  }

  async function startOver(): Promise<void> {
    await forgetForeign();
    const present = await readSnapshot(pool);
    logger.warn(
      'outbox.place_lost',
      { from: currentPlace().previous.text, to: present.text },
      'The outbox was trimmed or restored beyond the place where it was read: subscribers have to read their data anew',
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
      const onStanding = (at: Snapshot) => {
        if (join) goOn(subscriber, () => subscriber.hold());
        resolve(at);
      };
      waiting.push({ covering, onStanding });
      settleWaiting();
      if (waiting.length > 0) loop.wake();
    });
  }

  function settleWaiting(): void {
    const { previous, current } = currentPlace();
    if (previous !== current) return;
    const all = waiting;
    waiting = all.filter(({ covering }) => !covers(current, covering));
    for (const { covering, onStanding } of all) if (covers(current, covering)) onStanding(current);
  }

  /** From the next page on, the subscriber is offered what the tail reads. */
  function goOn(subscriber: Subscriber, prepare = () => {}): void {
    if (subscriber.queue.ended) return;
    prepare();
    if (isIdle()) loop.wake();
    live[subscriber.kind].add(subscriber);
  }

  /** From now on. */
  function begin(subscriber: Subscriber): void {
    if (isBehind) newcomers.add(subscriber);
    goOn(subscriber);
  }

  async function bringUp(subscriber: Subscriber, after: Cursor): Promise<void> {
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
        'The events could not be read just now. Subscribe again with `after` set to the cursor.',
      );
    }
  }

  return {
    async start() {
      await listener.listen(CHANNEL, () => (isIdle() ? loop.wakeIn(IDLE_MS) : loop.wake()));
      await forgetForeign();
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
      else if (after) void bringUp(subscriber, after);
      else if (request.after === undefined) begin(subscriber);
      else
        subscriber.end('BAD_CURSOR', 'This is not a cursor: pass one from an event, or from `eventCursor`.');
      return subscriber.queue;
    },
  };
}
