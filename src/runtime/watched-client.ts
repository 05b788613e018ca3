import type { Socket } from 'node:net';
import pg from 'pg';
import { endsConnection } from './database-error.js';
import { preparedStatement } from './prepared-statement.js';

/**
 * After this long without a byte from the server, the connection is considered dead. The limit applies to
 * single statements, never to a transaction as a whole.
 */
export const SILENCE_MS = 30_000;
/** For statements that change all rows of something, for example 100 000 attempts. */
const LONG_STATEMENT_MS = 600_000;
/** A migration may build an index over all history. */
export const MIGRATION_SILENCE_MS = 4 * 3_600_000;
/** How long a server may take to close a connection. */
const GOODBYE_MS = 2_000;
/** A timer that is later than this shows that the event loop was busy. */
const BUSY_MS = 100;

export interface WatchedClientOptions {
  /**
   * Milliseconds of silence after which a statement and its connection are given up; a statement's
   * `query_timeout` overrides it.
   */
  silenceMs?: number | undefined;
  /** Called for an error after which this connection is unusable, and others like it may be too. */
  onUnfit?: ((error: Error) => void) | undefined;
  /** Prepares repeated statements. */
  prepare?: boolean | undefined;
  /** Pipelines statements that are sent without waiting for each other. */
  pipeline?: boolean | undefined;
}

/** For a statement that changes any number of rows and may take minutes. */
export function longStatement(text: string, values: unknown[]): pg.QueryConfig {
  return { text, values, query_timeout: LONG_STATEMENT_MS } as pg.QueryConfig;
}

type Done = (error?: unknown, ...rest: unknown[]) => void;

/**
 * A connection that does not wait forever. A network that drops a connection informs neither side, and
 * node-postgres' own `query_timeout` gives up the statement but keeps the connection. This client closes it,
 * so the next statement gets another one.
 */
export class WatchedClient extends pg.Client {
  readonly #silenceMs: number;
  readonly #onUnfit: (error: Error) => void;
  readonly #prepare: boolean;
  readonly #pipeline: boolean;
  #isGathering = false;

  constructor(config: pg.ClientConfig & WatchedClientOptions) {
    super(config);
    this.#silenceMs = config.silenceMs ?? SILENCE_MS;
    this.#onUnfit = config.onUnfit ?? (() => {});
    this.#prepare = config.prepare ?? false;
    this.#pipeline = config.pipeline ?? false;
    const submit = this.query.bind(this) as (...args: unknown[]) => unknown;
    this.query = ((...args: unknown[]) => this.#query(submit, args)) as pg.Client['query'];
    const end = this.end.bind(this) as (done?: () => void) => Promise<void>;
    this.end = ((done?: () => void) => {
      // A dropped connection would keep the process alive until TCP gives up.
      const timer = setTimeout(() => this.#socket().destroy(), GOODBYE_MS);
      timer.unref();
      this.once('end', () => clearTimeout(timer));
      return end(done);
    }) as pg.Client['end'];
  }

  #query(submit: (...args: unknown[]) => unknown, args: unknown[]): unknown {
    const [first, ...rest] = this.#prepare ? prepared(args) : args;
    const { submit: isSubmittable, query_timeout: own, ...config } = asConfig(first);
    if (isSubmittable) return submit(first, ...rest);
    const done = this.#watch(own ?? this.#silenceMs);
    if (this.#pipeline) this.#gather();
    const statement = own === undefined ? first : config;
    const callback = rest.at(-1);
    if (typeof callback === 'function') {
      const finish: Done = (error, ...result) => {
        done(error);
        callback(error, ...result);
      };
      return submit(statement, ...rest.slice(0, -1), finish);
    }
    return (submit(statement, ...rest) as Promise<unknown>).then(
      (result) => {
        done();
        return result;
      },
      (error) => {
        done(error);
        throw error;
      },
    );
  }

  /** Statements that are sent without waiting for each other leave in one write. */
  #gather(): void {
    if (this.#isGathering) return;
    const socket = this.#socket();
    this.#isGathering = true;
    socket.cork();
    queueMicrotask(() => {
      this.#isGathering = false;
      socket.uncork();
    });
  }

  #watch(silenceMs: number): Done {
    const socket = this.#socket();
    let heard = socket.bytesRead;
    let ended = false;
    let timer: NodeJS.Timeout;
    const wait = (ms: number) => {
      const dueAt = performance.now() + ms;
      timer = setTimeout(() => look(performance.now() - dueAt), ms);
    };
    // Data that has arrived is read first, and time during which the event loop was busy does not count as
    // silence of the server.
    const look = (lateMs: number) =>
      setImmediate(() => {
        if (ended) return;
        if (socket.bytesRead !== heard) wait(silenceMs);
        else if (lateMs > BUSY_MS) wait(Math.min(lateMs, silenceMs));
        else this.#socket().destroy(new SilentConnectionError(silenceMs));
        heard = socket.bytesRead;
      });
    wait(silenceMs);
    return (error) => {
      ended = true;
      clearTimeout(timer);
      if (endsConnection(error)) this.#onUnfit(error as Error);
    };
  }

  /** A new socket once TLS has begun. */
  #socket(): Socket {
    return (this as unknown as { connection: { stream: Socket } }).connection.stream;
  }
}

/** The server sent nothing for as long as the statement may take. */
export class SilentConnectionError extends Error {
  readonly code = 'ETIMEDOUT';

  constructor(silenceMs: number) {
    super(`the database did not answer within ${silenceMs} ms: its connection is given up`);
  }
}

/** Picks the statement from the arguments of `query`, if it is given as text. */
function prepared([text, values, ...rest]: unknown[]): unknown[] {
  if (typeof text !== 'string') return [text, values, ...rest];
  if (Array.isArray(values)) return [preparedStatement(text, values), ...rest];
  return [preparedStatement(text, undefined), values, ...rest];
}

function asConfig(statement: unknown): { submit?: unknown; query_timeout?: number } {
  return typeof statement === 'object' && statement !== null ? statement : {};
}
