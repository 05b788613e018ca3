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
  /** The text of the document. */
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
  /** For programs. Browsers have their own implementation and a cookie. */
  webSocketImpl?: unknown;
  connectionParams?: Record<string, unknown>;
}

export interface LiveConnection {
  /** Returns a function that ends the subscription. */
  subscribe(subscription: LiveSubscription): () => void;
  /** Connects now instead of later, because the network is back or the user returned to the page. */
  wake(): void;
  /** Closes the socket like a lost network, for tests. */
  drop(): void;
  close(): void;
}

interface GraphqlError {
  message: string;
  extensions?: { code?: string; cursor?: string };
}

const KEEP_ALIVE_MS = 10_000;
const PONG_MS = 5_000;
const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 10_000;
const OFFLINE_AFTER_MS = 8_000;
/** Close code of graphql-ws: the server refused the connection. */
const FORBIDDEN = 4403;

export function createLiveConnection(options: LiveConnectionOptions): LiveConnection {
  const { url, readCursor, onReset, onSignedOut, onState, webSocketImpl, connectionParams } = options;
  /** By operation ID. A subscription gets a new ID each time it is sent. */
  const running = new Map<string, LiveSubscription>();
  const ends = new Map<LiveSubscription, () => void>();
  const wanted = new Set<LiveSubscription>();
  let nextId = '';
  let count = 0;
  let failures = 0;
  let lostAt: Date | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let offlineTimer: ReturnType<typeof setTimeout> | undefined;
  let pongTimer: ReturnType<typeof setTimeout> | undefined;
  let socket: WebSocket | undefined;
  let isClosed = false;

  const client: Client = createClient({
    url,
    webSocketImpl,
    ...(connectionParams && { connectionParams }),
    retryAttempts: 0,
    keepAlive: KEEP_ALIVE_MS,
    lazyCloseTimeout: 3_000,
    generateID: () => nextId,
    on: {
      connected(opened) {
        socket = opened as WebSocket;
        failures = 0;
        lostAt = undefined;
        clearTimeout(offlineTimer);
        onState({ kind: 'live' });
      },
      ping(received, payload) {
        if (received) return moveCursor(payload as { id?: string; cursor?: string } | undefined);
        pongTimer = setTimeout(() => socket?.close(4408, 'no pong'), PONG_MS);
      },
      pong: (received) => received && clearTimeout(pongTimer),
      closed: () => clearTimeout(pongTimer),
    },
  });

  /** The server sends a quiet subscription its cursor from time to time. */
  function moveCursor(place: { id?: string; cursor?: string } | undefined): void {
    const subscription = running.get(place?.id ?? '');
    if (subscription && place?.cursor) subscription.cursor = place.cursor;
  }

  function send(subscription: LiveSubscription): void {
    count += 1;
    const id = `live-${count}`;
    const { hash, variables } = subscription;
    const extensions = { persistedQuery: { version: 1, sha256Hash: hash } };
    const operation = hash ? { query: '', extensions } : { query: subscription.query };
    const over = () => {
      running.delete(id);
      ends.delete(subscription);
    };
    nextId = id;
    running.set(id, subscription);
    const unsubscribe = client.subscribe(
      { ...operation, variables: { ...variables, after: subscription.cursor } },
      {
        next({ data, errors }) {
          if (errors) return refused(subscription, errors as GraphqlError[]);
          subscription.cursor = subscription.onData(data);
        },
        error(cause) {
          over();
          if (!wanted.has(subscription)) return;
          if (Array.isArray(cause)) refused(subscription, cause);
          else if ((cause as CloseEvent).code === FORBIDDEN) onSignedOut();
          else lost();
        },
        complete: over,
      },
    );
    ends.set(subscription, unsubscribe);
  }

  function refused(subscription: LiveSubscription, errors: readonly GraphqlError[]): void {
    const { code, cursor } = errors[0]?.extensions ?? {};
    if (cursor) subscription.cursor = cursor;
    if (code === 'PERSISTED_QUERY_NOT_FOUND' && subscription.hash) {
      subscription.hash = undefined;
      send(subscription);
    } else if (code === 'UNAUTHENTICATED' || code === 'FORBIDDEN') onSignedOut();
    else if (code === 'LAGGED') send(subscription);
    else if (code === 'CURSOR_EXPIRED' || code === 'BAD_USER_INPUT') void begin(subscription);
    else lost();
  }

  /** Starts again at the current cursor. What happened in between is read, not received as events. */
  async function begin(subscription: LiveSubscription): Promise<void> {
    try {
      subscription.cursor = await readCursor();
      onReset();
      if (wanted.has(subscription)) send(subscription);
    } catch {
      lost();
    }
  }

  function lost(): void {
    if (isClosed) return;
    if (lostAt === undefined) {
      const since = new Date();
      lostAt = since;
      onState({ kind: 'reconnecting', since });
      offlineTimer = setTimeout(() => onState({ kind: 'offline', since }), OFFLINE_AFTER_MS);
    }
    if (retryTimer !== undefined) return;
    const delay = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures) * (0.5 + Math.random() / 2);
    failures += 1;
    retryTimer = setTimeout(resume, delay);
  }

  function resume(): void {
    clearTimeout(retryTimer);
    retryTimer = undefined;
    for (const subscription of wanted) if (!ends.has(subscription)) send(subscription);
  }

  return {
    subscribe(subscription) {
      wanted.add(subscription);
      if (retryTimer === undefined) send(subscription);
      return () => {
        wanted.delete(subscription);
        ends.get(subscription)?.();
        ends.delete(subscription);
      };
    },
    wake: () => retryTimer !== undefined && resume(),
    drop: () => socket?.close(4499, 'dropped'),
    close() {
      isClosed = true;
      clearTimeout(retryTimer);
      clearTimeout(offlineTimer);
      wanted.clear();
      // A connection that was never established rejects with the reason.
      Promise.resolve(client.dispose()).catch(() => {});
    },
  };
}
