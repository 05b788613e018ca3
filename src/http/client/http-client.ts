/**
 * The only place where requests leave the process. Every request passes the egress guard, follows no
 * redirect, is limited in total time and in size after decompression, and ends as a value: nothing here
 * throws because of a network or a server.
 */
import { setMaxListeners } from 'node:events';
import type { Readable } from 'node:stream';
import { Agent } from 'undici';
import { boundedMemo } from '../../domain/bounded-memo.js';
import type { EgressGuard } from './egress-guard.js';
import { Exchange, type ResponseHeaders } from './exchange.js';
import { limitAnswers } from './limit-answer.js';
import { type DecodedBody, decodeBody, MAX_BODY_BYTES } from './read-body.js';
import { createSettling, type Settling } from './settling.js';
import { AbortedError, classifyError, DeadlineError, type TransportFailure } from './transport-failure.js';

/** How long DNS, TCP and TLS may take together; the request's own deadline may be shorter. */
const CONNECT_TIMEOUT_MS = 10_000;
/** URLs of agents are used again and again. */
const KNOWN_URLS = 1_000;
/** Timers hold at most 2^31 - 1 ms. */
const MAX_TIMEOUT_MS = 2_147_483_647;

interface HttpRequest {
  url: string;
  method: 'GET' | 'POST' | 'PUT';
  headers: Record<string, string>;
  /** A stream needs a `Content-Length` among the headers. */
  body?: string | Readable | undefined;
  /** Limits the whole exchange: waiting for a socket, DNS, connect, the last byte of the answer. */
  timeoutMs: number;
  maxBodyBytes?: number | undefined;
  signal?: Abortable | undefined;
  /** Asked right before the request is written to a socket, which it may have waited for. False cancels it. */
  maySend?: (() => boolean) | undefined;
}

/** The needed part of an `AbortSignal`: callers that create thousands per second use cheaper objects. */
export type Abortable = Pick<AbortSignal, 'aborted' | 'addEventListener' | 'removeEventListener'>;

/**
 * `answer`: status, headers and the body (its beginning, when `truncated`) arrived. `replaced`: what was not
 * valid UTF-8 is U+FFFD.
 * `broken`: the status arrived, the body did not, or cannot be read. `failed`: no answer.
 */
export type HttpResult =
  | {
      kind: 'answer';
      status: number;
      headers: ResponseHeaders;
      body: string;
      truncated: boolean;
      replaced: boolean;
    }
  | { kind: 'broken'; status: number; headers: ResponseHeaders; failure: TransportFailure }
  | { kind: 'failed'; failure: TransportFailure };

export interface PoolSettings {
  /** Sockets per origin; further requests wait, inside their own deadline. */
  maxSockets: number;
  /** Whether sockets are kept open between requests. */
  keepAlive: boolean;
}

export interface HttpClient {
  send(request: HttpRequest): Promise<HttpResult>;
  /** New requests use a new pool; the old one finishes what it has and closes. Unchanged settings keep the pool. */
  configure(settings: PoolSettings): void;
  /** Finishes what was sent, then closes every socket. */
  close(): Promise<void>;
}

export interface HttpClientOptions extends Partial<PoolSettings> {
  guard: EgressGuard;
  connectTimeoutMs?: number;
}

export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { guard, connectTimeoutMs = CONNECT_TIMEOUT_MS, maxSockets = 100, keepAlive = true } = options;
  const connect = limitAnswers(guard.connector({ timeoutMs: connectTimeoutMs }));
  let settings: PoolSettings = { maxSockets, keepAlive };
  let agent = openPool(settings);
  const settling = createSettling();
  const closing = new Set<Promise<void>>();
  const target = boundedMemo(KNOWN_URLS, (url) => lookAt(guard, url));

  function openPool({ maxSockets, keepAlive }: PoolSettings): Agent {
    return new Agent({
      connect,
      connections: maxSockets,
      // One request per socket at a time; 0 closes the socket after each request.
      pipelining: keepAlive ? 1 : 0,
      // Our own deadline covers both, and a slowly trickling body, which bodyTimeout does not.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  function retire(pool: Agent): Promise<void> {
    const done = pool.close().finally(() => closing.delete(done));
    closing.add(done);
    return done;
  }

  return {
    send: (request) => send({ pool: () => agent, settling }, target(request.url), request),
    configure(next) {
      if (next.maxSockets === settings.maxSockets && next.keepAlive === settings.keepAlive) return;
      const old = agent;
      settings = { maxSockets: next.maxSockets, keepAlive: next.keepAlive };
      agent = openPool(settings);
      void retire(old);
    },
    async close() {
      if (!agent.closed) void retire(agent);
      await Promise.all(closing);
    },
  };
}

/** The target of a URL, checked once. The addresses of a name are checked with each connection. */
type Target = { kind: 'denied'; message: string } | { kind: 'known'; origin: string; path: string };

function lookAt(guard: EgressGuard, url: string): Target {
  const [issue] = guard.checkUrl(url);
  if (issue) return { kind: 'denied', message: `The URL ${issue.message}` };
  const { origin, pathname, search } = new URL(url);
  return { kind: 'known', origin, path: pathname + search };
}

async function send(
  { pool, settling }: { pool: () => Agent; settling: Settling },
  target: Target,
  request: HttpRequest,
): Promise<HttpResult> {
  if (target.kind === 'denied')
    return { kind: 'failed', failure: { code: 'EGRESS_DENIED', message: target.message } };
  const { timeoutMs, signal, maySend, maxBodyBytes = MAX_BODY_BYTES } = request;
  if (signal?.aborted) return { kind: 'failed', failure: classifyError(new AbortedError()) };

  const exchange = new Exchange(maxBodyBytes, maySend);
  const abort = () => exchange.fail(new AbortedError());
  const timer = setTimeout(
    () => exchange.fail(new DeadlineError(timeoutMs)),
    Math.min(timeoutMs, MAX_TIMEOUT_MS),
  );
  if (signal) {
    if (signal instanceof AbortSignal) setMaxListeners(0, signal); // one signal may end thousands of requests
    signal.addEventListener('abort', abort, { once: true });
  }
  try {
    settling.happened();
    const settled = settling.current();
    if (settled) await settled;
    dispatch(pool(), target, request, exchange);
    await exchange.ended;
    settling.happened();
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
  return read(exchange, maxBodyBytes);
}

function dispatch(
  agent: Agent,
  { origin, path }: Extract<Target, { kind: 'known' }>,
  { method, headers, body }: HttpRequest,
  exchange: Exchange,
): void {
  try {
    agent.dispatch({ origin, path, method, headers, body: body ?? null }, exchange);
  } catch (error) {
    exchange.fail(error); // undici throws for a closed pool
  }
}

function read(exchange: Exchange, maxBodyBytes: number): HttpResult | Promise<HttpResult> {
  const { response, error } = exchange;
  if (!response) return { kind: 'failed', failure: classifyError(error) };
  const { status, headers } = response;
  if (error !== undefined) return { kind: 'broken', status, headers, failure: classifyError(error, true) };
  const encoding = headers['content-encoding'];
  const decoded = decodeBody(
    exchange.chunks,
    Array.isArray(encoding) ? encoding.join() : encoding,
    maxBodyBytes,
  );
  const toResult = (body: DecodedBody): HttpResult =>
    body.kind === 'invalid'
      ? { kind: 'broken', status, headers, failure: { code: 'INVALID_RESPONSE', message: body.message } }
      : {
          kind: 'answer',
          status,
          headers,
          body: body.text,
          truncated: body.truncated || exchange.overflowed,
          replaced: body.replaced,
        };
  return decoded instanceof Promise ? decoded.then(toResult) : toResult(decoded);
}
