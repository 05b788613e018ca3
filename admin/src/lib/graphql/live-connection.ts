/**
 * One WebSocket with all subscriptions. Each has a cursor, which its events and the heartbeats of
 * quiet times advance. After a disconnection, each resumes at its own cursor, so that no event is
 * missed or repeated. If a cursor is too old to resume from, all data must be read again (`onReset`).
 */
import { type Client, createClient } from 'graphql-ws';

export type LiveState =
  | { kind: 'connecting' }
  | { kind: 'live' }
  /** Connecting again. */
  | { kind: 'reconnecting'; since: Date }
  /** Still connecting, but for so long that the user should know. */
  | { kind: 'offline'; since: Date };

export interface LiveSubscription {
  query: string;
  /** The hash under which the server may know the text. It is sent instead of the text. */
  hash?: string | undefined;
  variables?: Record<string, unknown>;
  /** Where the subscription starts. Advances with each event. */
  cursor: string;
  /** Returns the cursor of the event. */
  onData(data: unknown): string;
}

export interface LiveConnectionOptions {
  /** Such as `wss://callboard.example/graphql`. */
  url: string;
  /** Reads the current cursor, if the old one can no longer be used. */
  readCursor: () => Promise<string>;
  /** Called when events were missed, so that all shown data may be outdated. */
  onReset: () => void;
  /** Called when the session has ended. */
  onSignedOut: () => void;
  onState: (state: LiveState) => void;
  /** Between two checks of whether the server answers. Default 10 s. */
  keepAliveMs?: number;
  /** Time for the answer to such a check. Default 5 s. */
  pongMs?: number;
  /** Time to connect. Default 10 s. */
  connectMs?: number;
  /** For programs. Browsers have their own implementation and a cookie. */
  webSocketImpl?: unknown;
  connectionParams?: Record<string, unknown>;
}

interface GraphqlError {
  message: string;
  extensions?: { code?: string; cursor?: string };
}

const KEEP_ALIVE_MS = 10_000;
const PONG_MS = 5_000;
/** A connection that takes longer is attempted again. */
const CONNECT_MS = 10_000;
const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 10_000;
const OFFLINE_AFTER_MS = 8_000;
/** Close code of graphql-ws: the server refused the connection. */
const FORBIDDEN = 4403;

/** Subscriptions over one socket, which is opened again when it is lost. */
export class LiveConnection {
  readonly #options: LiveConnectionOptions;
  readonly #client: Client;
  readonly #reconnection: Reconnection;
  /** By operation ID. A subscription gets a new ID each time it is sent. */
  readonly #running = new Map<string, LiveSubscription>();
  readonly #ends = new Map<LiveSubscription, () => void>();
  readonly #wanted = new Set<LiveSubscription>();
  #nextId = '';
  #count = 0;
  #answerTimer: ReturnType<typeof setTimeout> | undefined;
  #socket: WebSocket | undefined;

  constructor(options: LiveConnectionOptions) {
    this.#options = options;
    this.#reconnection = new Reconnection(options.onState, () => this.#resume());
    this.#client = this.#createClient();
  }

  /** Returns a function that ends the subscription. */
  subscribe(subscription: LiveSubscription): () => void {
    this.#wanted.add(subscription);
    if (!this.#reconnection.isPending()) this.#send(subscription);
    return () => {
      this.#wanted.delete(subscription);
      this.#ends.get(subscription)?.();
      this.#ends.delete(subscription);
    };
  }

  /** Connects now instead of later, because the network is back or the user returned to the page. */
  wake(): void {
    this.#reconnection.now();
  }

  /** Closes the socket like a lost network, for tests. */
  drop(): void {
    this.#socket?.close(4499, 'dropped');
  }

  close(): void {
    this.#reconnection.close();
    clearTimeout(this.#answerTimer);
    this.#wanted.clear();
    // A connection that was never established rejects with the reason.
    Promise.resolve(this.#client.dispose()).catch(() => {});
  }

  #createClient(): Client {
    const { url, webSocketImpl, connectionParams, keepAliveMs = KEEP_ALIVE_MS } = this.#options;
    const { pongMs = PONG_MS, connectMs = CONNECT_MS } = this.#options;
    return createClient({
      url,
      webSocketImpl,
      ...(connectionParams && { connectionParams }),
      retryAttempts: 0,
      keepAlive: keepAliveMs,
      lazyCloseTimeout: 3_000,
      generateID: () => this.#nextId,
      on: {
        connecting: () => this.#expectAnswer(connectMs),
        connected: (opened) => {
          clearTimeout(this.#answerTimer);
          this.#socket = opened as WebSocket;
          this.#reconnection.done();
        },
        ping: (received, payload) => {
          if (received) return this.#moveCursor(payload as { id?: string; cursor?: string } | undefined);
          this.#expectAnswer(pongMs);
        },
        pong: (received) => received && clearTimeout(this.#answerTimer),
        closed: () => clearTimeout(this.#answerTimer),
      },
    });
  }

  /** A server that hangs does not close the socket either, so the client gives it up without its consent. */
  #expectAnswer(withinMs: number): void {
    clearTimeout(this.#answerTimer);
    this.#answerTimer = setTimeout(() => this.#client.terminate(), withinMs);
  }

  /** The server sends a quiet subscription its cursor from time to time. */
  #moveCursor(place: { id?: string; cursor?: string } | undefined): void {
    const subscription = this.#running.get(place?.id ?? '');
    if (subscription && place?.cursor) subscription.cursor = place.cursor;
  }

  #resume(): void {
    for (const subscription of this.#wanted) if (!this.#ends.has(subscription)) this.#send(subscription);
  }

  #send(subscription: LiveSubscription): void {
    this.#count += 1;
    const id = `live-${this.#count}`;
    const over = () => {
      this.#running.delete(id);
      this.#ends.delete(subscription);
    };
    this.#nextId = id;
    this.#running.set(id, subscription);
    const unsubscribe = this.#client.subscribe(operationOf(subscription), {
      next: ({ data, errors }) => {
        if (errors) this.#refused(subscription, errors as GraphqlError[]);
        else subscription.cursor = subscription.onData(data);
      },
      error: (cause) => {
        over();
        if (!this.#wanted.has(subscription)) return;
        if (Array.isArray(cause)) this.#refused(subscription, cause);
        else if ((cause as CloseEvent).code === FORBIDDEN) this.#options.onSignedOut();
        else this.#reconnection.lost();
      },
      complete: over,
    });
    this.#ends.set(subscription, unsubscribe);
  }

  #refused(subscription: LiveSubscription, errors: readonly GraphqlError[]): void {
    const { code, cursor } = errors[0]?.extensions ?? {};
    if (cursor) subscription.cursor = cursor;
    if (code === 'PERSISTED_QUERY_NOT_FOUND' && subscription.hash) {
      subscription.hash = undefined;
      this.#send(subscription);
    } else if (code === 'UNAUTHENTICATED' || code === 'FORBIDDEN') this.#options.onSignedOut();
    else if (code === 'LAGGED') this.#send(subscription);
    else if (code === 'CURSOR_EXPIRED' || code === 'BAD_USER_INPUT') void this.#begin(subscription);
    else this.#reconnection.lost();
  }

  /** Starts again at the current cursor. What happened in between is read, not received as events. */
  async #begin(subscription: LiveSubscription): Promise<void> {
    try {
      subscription.cursor = await this.#options.readCursor();
      this.#options.onReset();
      if (this.#wanted.has(subscription)) this.#send(subscription);
    } catch {
      this.#reconnection.lost();
    }
  }
}

/** What is sent: the hash instead of the text, if the server may know it. */
function operationOf({ query, hash, variables, cursor }: LiveSubscription) {
  const sent = hash
    ? { query: '', extensions: { persistedQuery: { version: 1, sha256Hash: hash } } }
    : { query };
  return { ...sent, variables: { ...variables, after: cursor } };
}

/** When to connect again after a loss, and what users see meanwhile. */
class Reconnection {
  readonly #onState: LiveConnectionOptions['onState'];
  readonly #connect: () => void;
  #failures = 0;
  #lostAt: Date | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #offlineTimer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(onState: LiveConnectionOptions['onState'], connect: () => void) {
    this.#onState = onState;
    this.#connect = connect;
  }

  isPending(): boolean {
    return this.#retryTimer !== undefined;
  }

  /** The connection is established. */
  done(): void {
    this.#failures = 0;
    this.#lostAt = undefined;
    clearTimeout(this.#offlineTimer);
    this.#onState({ kind: 'live' });
  }

  lost(): void {
    if (this.#isClosed) return;
    if (this.#lostAt === undefined) {
      const since = new Date();
      this.#lostAt = since;
      this.#onState({ kind: 'reconnecting', since });
      this.#offlineTimer = setTimeout(() => this.#onState({ kind: 'offline', since }), OFFLINE_AFTER_MS);
    }
    if (this.isPending()) return;
    const delay = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#failures) * (0.5 + Math.random() / 2);
    this.#failures += 1;
    this.#retryTimer = setTimeout(() => this.now(), delay);
  }

  /** Connects without waiting any longer, if that is pending. */
  now(): void {
    if (!this.isPending()) return;
    clearTimeout(this.#retryTimer);
    this.#retryTimer = undefined;
    this.#connect();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#offlineTimer);
  }
}
