/**
 * One WebSocket with all subscriptions. Each has a cursor, moved by its events and by the heartbeats of quiet times; after a
 * loss each resumes at its own, so nothing is missed and nothing comes twice. A cursor that is too old to resume from means that
 * all data has to be read again (`onReset`).
 */
import { type Client, createClient } from 'graphql-ws';

export type LiveState =
  | { kind: 'connecting' }
  | { kind: 'live' }
  /** Trying again. */
  | { kind: 'reconnecting'; since: Date }
  /** Still trying, but it has taken so long that people should know. */
  | { kind: 'offline'; since: Date };

export interface LiveSubscription {
  /** The document's text. */
  query: string;
  /** By which the server may know the text; it is sent in its place. */
  hash?: string | undefined;
  variables?: Record<string, unknown>;
  /** Where it begins; moves on. */
  cursor: string;
  /** Returns the event's cursor. */
  onData: (data: never) => string;
}

export interface LiveConnectionOptions {
  /** E.g. `wss://callboard.example/graphql`. */
  url: string;
  /** Reads the present cursor, for when the old one is of no use any more. */
  readCursor: () => Promise<string>;
  /** All that is shown may be stale: events were missed. */
  onReset: () => void;
  /** The session is over. */
  onSignedOut: () => void;
  onState: (state: LiveState) => void;
  /** Of programs: browsers have their own, and a cookie. */
  webSocketImpl?: unknown;
  connectionParams?: Record<string, unknown>;
}

export interface LiveConnection {
  /** Returns what ends it. */
  subscribe(subscription: LiveSubscription): () => void;
  /** Tries now instead of later: the network is back, or somebody looks again. */
  wake(): void;
  /** Drops the socket as a lost network would; for tests. */
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
/** graphql-ws: the server refused who connects. */
const FORBIDDEN = 4403;

export function createLiveConnection(options: LiveConnectionOptions): LiveConnection {
  const { url, readCursor, onReset, onSignedOut, onState, webSocketImpl, connectionParams } = options;
  /** By operation id; a subscription gets a new one whenever it is sent. */
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

  /** A quiet subscription is told its place now and then. */
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
          subscription.cursor = subscription.onData(data as never);
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

  /** Begins anew at the present place: what happened in between is read, not told. */
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
      // One that never came to be connected rejects with why.
      Promise.resolve(client.dispose()).catch(() => {});
    },
  };
}
