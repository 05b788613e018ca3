import type { Socket } from 'node:net';
import pg from 'pg';
import { endsConnection } from './database-error.js';
import { preparedStatement } from './prepared-statement.js';

/** What takes longer without a byte from the server is not slow: the connection is dead. Statements are cut one by one, never a transaction as a whole. */
export const SILENCE_MS = 30_000;
/** Of a statement that changes all rows of something, e.g. 100 000 attempts. */
const LONG_STATEMENT_MS = 600_000;
/** A migration may build an index over all history. */
export const MIGRATION_SILENCE_MS = 4 * 3_600_000;
/** How long a server may take to say goodbye. */
const GOODBYE_MS = 2_000;
/** A timer that is later than this shows an event loop that was busy. */
const BUSY_MS = 100;

export interface WatchedClientOptions {
  /** Milliseconds of silence after which a statement is given up, and its connection with it; a statement's `query_timeout` wins. */
  silenceMs?: number | undefined;
  /** Told of an error after which this connection is of no use, and others like it may be in the same state. */
  onUnfit?: ((error: Error) => void) | undefined;
  /** Statements that come again are prepared. */
  prepare?: boolean | undefined;
  /** Statements that are not waited for one by one travel together. */
  pipeline?: boolean | undefined;
}

/** For a statement that changes as many rows as there happen to be, and may take minutes for it. */
export function longStatement(text: string, values: unknown[]): pg.QueryConfig {
  return { text, values, query_timeout: LONG_STATEMENT_MS } as pg.QueryConfig;
}

type Done = (error?: unknown, ...rest: unknown[]) => void;

/**
 * A connection that does not wait for ever. A network that drops a connection tells neither side; and node-postgres' own
 * `query_timeout` gives up the statement but keeps the connection. This one closes it: the next statement gets another.
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
      // A connection that was cut on the way would keep the process alive until TCP gives up.
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
    // What has arrived is read first; and a time in which the event loop was busy is not the server's silence.
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

  /** Another one once TLS has begun. */
  #socket(): Socket {
    return (this as unknown as { connection: { stream: Socket } }).connection.stream;
  }
}

/** Nothing came from the server for as long as its statement may take. */
export class SilentConnectionError extends Error {
  readonly code = 'ETIMEDOUT';

  constructor(silenceMs: number) {
    super(`the database did not answer within ${silenceMs} ms: its connection is given up`);
  }
}

/** Of the arguments of `query`, those of a statement given by its text. */
function prepared([text, values, ...rest]: unknown[]): unknown[] {
  if (typeof text !== 'string') return [text, values, ...rest];
  if (Array.isArray(values)) return [preparedStatement(text, values), ...rest];
  return [preparedStatement(text, undefined), values, ...rest];
}

function asConfig(statement: unknown): { submit?: unknown; query_timeout?: number } {
  return typeof statement === 'object' && statement !== null ? statement : {};
}
