import { once } from 'node:events';
import { setTimeout as sleep, setImmediate as yieldToOthers } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from './logger.js';
import { createLoop } from './loop.js';
import { type ConnectionOptions, connectionConfig } from './pool.js';

/** An answer to a probe that takes longer does not come. */
const PROBE_TIMEOUT_MS = 5_000;

export interface ListenerOptions extends ConnectionOptions {
  logger: Logger;
  /** How often a silent connection is tried, since one cut on the way never says so; default 10 000. */
  probeIntervalMs?: number;
}

/**
 * Told that there is something new, by the payloads that came since it was last told, each once: what they say is anybody's to write. An
 * empty one stands for anything. A promise it returns is waited for.
 */
export type OnNotify = (payloads: readonly string[]) => unknown;

/** Of so many different payloads at once the rest is no longer told apart. */
const PAYLOADS_AT_MOST = 100;
const ANYTHING = '';

/**
 * Hears `NOTIFY` over a connection of its own, which is replaced for ever when it breaks. Anybody who may log in may notify, as
 * often as they like: however many come, a callback runs once at a time, and once more for all that came meanwhile.
 */
export interface Listener {
  /**
   * Calls `onNotify` after notifications, and after each reconnection: what came in between was missed. The next call waits for
   * the promise that one returns. Resolves when listening has begun, which is to be awaited before the state is first read;
   * while the database is away it waits.
   */
  listen(channel: string, onNotify: OnNotify): Promise<void>;
  /** Idempotent. A `listen` that still waits resolves. */
  close(): Promise<void>;
}

interface Subscription {
  channel: string;
  onNotify: OnNotify;
  /** The callback is under way. */
  running: boolean;
  /** What came since it began. */
  payloads: Set<string>;
  /** Resolves the caller's `listen`; undefined once it has. */
  begun?: () => void;
}

export function createListener({
  logger,
  probeIntervalMs = 10_000,
  ...connection
}: ListenerOptions): Listener {
  const subscriptions: Subscription[] = [];
  let client: pg.Client | undefined;
  let closed = false;

  const loop = createLoop({
    name: 'listener',
    logger,
    async runOnce(signal) {
      if (client) await probe(client);
      else await connect(signal);
      return probeIntervalMs;
    },
  });

  async function connect(signal: AbortSignal): Promise<void> {
    const fresh = new pg.Client({
      ...connectionConfig(connection),
      connectionTimeoutMillis: 10_000,
      query_timeout: PROBE_TIMEOUT_MS,
    });
    fresh.on('error', () => {}); // 'end' follows, and is enough
    fresh.once('end', () => {
      if (client === fresh) logger.warn('listener.disconnected');
      discard(fresh);
    });
    fresh.on('notification', ({ channel, payload }) => {
      for (const subscription of subscriptions)
        if (subscription.channel === channel) call(subscription, payload ?? ANYTHING);
    });
    try {
      const connected = new AbortController();
      const aborted = once(signal, 'abort', { signal: connected.signal });
      await Promise.race([fresh.connect(), aborted]).finally(() => connected.abort());
      // By index, since the list may grow meanwhile.
      for (let index = 0; index < subscriptions.length; index += 1) {
        signal.throwIfAborted();
        await fresh.query(listenTo(subscriptions[index]?.channel));
      }
    } catch (error) {
      discard(fresh);
      throw error;
    }
    // Before anybody is told, who may then come with more.
    client = fresh;
    for (const subscription of [...subscriptions]) {
      if (subscription.begun) begin(subscription);
      else call(subscription, ANYTHING);
    }
  }

  async function probe(current: pg.Client): Promise<void> {
    try {
      await current.query('SELECT 1');
    } catch (error) {
      discard(current);
      throw error;
    }
  }

  function discard(broken: pg.Client): void {
    broken.end().catch(() => {});
    if (client !== broken) return;
    client = undefined;
    loop.wake();
  }

  function call(subscription: Subscription, payload: string): void {
    const { payloads } = subscription;
    payloads.add(payloads.size < PAYLOADS_AT_MOST ? payload : ANYTHING);
    if (!subscription.running) void run(subscription);
  }

  async function run(subscription: Subscription): Promise<void> {
    const { channel, onNotify } = subscription;
    subscription.running = true;
    while (subscription.payloads.size > 0 && !closed) {
      const payloads = [...subscription.payloads];
      subscription.payloads.clear();
      try {
        await onNotify(payloads);
      } catch (err) {
        logger.error('listener.callback_failed', { channel, err });
      }
      // What is still being read from the connection belongs to the same flood.
      await yieldToOthers();
    }
    subscription.running = false;
  }

  function begin(subscription: Subscription): void {
    subscription.begun?.();
    subscription.begun = undefined;
  }

  return {
    listen(channel, onNotify) {
      if (closed) return Promise.resolve();
      return new Promise((resolve) => {
        const subscription: Subscription = {
          channel,
          onNotify,
          running: false,
          payloads: new Set(),
          begun: resolve,
        };
        subscriptions.push(subscription);
        loop.start();
        const current = client; // else the connection that comes takes care of it
        current?.query(listenTo(channel)).then(
          () => begin(subscription),
          () => discard(current),
        );
      });
    },
    async close() {
      closed = true;
      await loop.stop();
      const current = client;
      client = undefined;
      // A connection cut on the way would let us wait for its goodbye for minutes.
      await Promise.race([current?.end().catch(() => {}), sleep(1_000, undefined, { ref: false })]);
      for (const subscription of subscriptions.splice(0)) begin(subscription);
    },
  };
}

function listenTo(channel = ''): string {
  return `LISTEN ${pg.escapeIdentifier(channel)}`;
}
