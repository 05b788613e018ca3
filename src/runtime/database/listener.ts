import { once } from 'node:events';
import { setTimeout as sleep, setImmediate as yieldToOthers } from 'node:timers/promises';
import pg from 'pg';
import { createLoop } from '../loop.js';
import type { Logger } from '../telemetry/logger.js';
import { type ConnectionOptions, connectionConfig } from './connection-config.js';
import { WatchedClient } from './watched-client.js';

/** A probe that is not answered within this time counts as failed. */
const PROBE_TIMEOUT_MS = 5_000;

export interface ListenerOptions extends ConnectionOptions {
  logger: Logger;
  /**
   * How often a silent connection is probed, because a dropped connection never reports it; default 10,000.
   */
  probeIntervalMs?: number;
}

/**
 * Called when there is something new, with the payloads since the last call, each once. Anybody can write
 * payloads. An empty one means that anything may have changed. If it returns a promise, the next call waits
 * for it.
 */
type OnNotify = (payloads: readonly string[]) => unknown;

/** With more different payloads than this at once, the rest is not distinguished. */
const PAYLOADS_AT_MOST = 100;
const ANYTHING = '';

/**
 * Receives `NOTIFY` over its own connection, which is replaced whenever it breaks. Every login can notify, as
 * often as it likes. However many notifications arrive, a callback runs one at a time, and once more for all
 * that arrived meanwhile.
 */
export interface Listener {
  /**
   * Calls `onNotify` after notifications and after each reconnection, because notifications in between were
   * missed. The next call waits for the promise that `onNotify` returns. Resolves when listening has begun;
   * await this before the first read of the state. While the database is unavailable, it waits.
   */
  listen(channel: string, onNotify: OnNotify): Promise<void>;
  /** Idempotent. A `listen` that is still waiting resolves. */
  close(): Promise<void>;
}

interface Subscription {
  channel: string;
  notify(payload: string): void;
  /** Resolves the caller's `listen`; undefined afterward. */
  begun?: (() => void) | undefined;
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
    const fresh = createClient(connection, subscriptions);
    fresh.once('end', () => {
      if (client === fresh) logger.warn('listener.disconnected');
      discard(fresh);
    });
    try {
      await connectUnlessAborted(fresh, signal);
      // By index, because the list may grow meanwhile.
      for (let index = 0; index < subscriptions.length; index += 1) {
        signal.throwIfAborted();
        await fresh.query(listenTo(subscriptions[index]?.channel));
      }
    } catch (error) {
      discard(fresh);
      throw error;
    }
    // Before anybody is notified, who may then call `listen` again.
    client = fresh;
    for (const subscription of [...subscriptions]) {
      if (subscription.begun) begin(subscription);
      else subscription.notify(ANYTHING);
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

  return {
    listen(channel, onNotify) {
      if (closed) return Promise.resolve();
      const onError = (err: unknown) => logger.error('listener.callback_failed', { channel, err });
      const notify = oneAtATime(onNotify, onError, () => closed);
      return new Promise((resolve) => {
        const subscription: Subscription = { channel, notify, begun: resolve };
        subscriptions.push(subscription);
        loop.start();
        const current = client; // otherwise the next connection takes care of it
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
      // A dropped connection would make us wait minutes for its end.
      await Promise.race([current?.end().catch(() => {}), sleep(1_000, undefined, { ref: false })]);
      for (const subscription of subscriptions.splice(0)) begin(subscription);
    },
  };
}

/** Calls `onNotify` with the payloads that arrive. While it runs, further ones wait for the next call. */
function oneAtATime(onNotify: OnNotify, onError: (err: unknown) => void, isClosed: () => boolean) {
  const waiting = new Set<string>();
  let running = false;

  async function run(): Promise<void> {
    running = true;
    while (waiting.size > 0 && !isClosed()) {
      const payloads = [...waiting];
      waiting.clear();
      try {
        await onNotify(payloads);
      } catch (err) {
        onError(err);
      }
      // Data that is still being read from the connection belongs to the same burst.
      await yieldToOthers();
    }
    running = false;
  }

  return (payload: string): void => {
    waiting.add(waiting.size < PAYLOADS_AT_MOST ? payload : ANYTHING);
    if (!running) void run();
  };
}

function createClient(connection: ConnectionOptions, subscriptions: readonly Subscription[]): WatchedClient {
  const client = new WatchedClient({
    ...connectionConfig(connection),
    connectionTimeoutMillis: 10_000,
    silenceMs: PROBE_TIMEOUT_MS,
  });
  client.on('error', () => {}); // 'end' follows and is enough
  client.on('notification', ({ channel, payload }) => {
    for (const subscription of subscriptions)
      if (subscription.channel === channel) subscription.notify(payload ?? ANYTHING);
  });
  return client;
}

async function connectUnlessAborted(client: pg.Client, signal: AbortSignal): Promise<void> {
  const connected = new AbortController();
  const aborted = once(signal, 'abort', { signal: connected.signal });
  await Promise.race([client.connect(), aborted]).finally(() => connected.abort());
}

function begin(subscription: Subscription): void {
  subscription.begun?.();
  subscription.begun = undefined;
}

function listenTo(channel = ''): string {
  return `LISTEN ${pg.escapeIdentifier(channel)}`;
}
