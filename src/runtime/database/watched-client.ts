import type { Socket } from 'node:net';
import pg from 'pg';
import type { ConnectionConfig } from './connection-config.js';
import { endsConnection } from './database-error.js';
import { findHost, forgetHost, isWanted, UnwantedHostError } from './host-finder.js';
import { createPooledQuery } from './pooled-query.js';
import { preparedStatement } from './prepared-statement.js';
import { setStatements, takesOptions } from './session-settings.js';

/**
 * After this long without a byte from the server, the connection is considered dead. The limit applies to
 * single statements, never to a transaction as a whole.
 */
const SILENCE_MS = 30_000;
/** For statements that change all rows of something, for example 100,000 attempts. */
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
  /** Called with the error of each statement that failed. */
  onFailed?: ((error: unknown) => void) | undefined;
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
  readonly #onFailed: (error: unknown) => void;
  readonly #prepare: boolean;
  readonly #pipeline: boolean;
  #isGathering = false;

  constructor(config: pg.ClientConfig & Partial<ConnectionConfig> & WatchedClientOptions) {
    const { session } = config;
    const byOptions = session !== undefined && !session.pooled && takesOptions(session.address);
    // A pooled statement is sent together with the transaction around it.
    const { pipeline = session?.pooled ?? false } = config;
    super({ ...config, pipeline, ...(!byOptions && { options: undefined }) });
    const settings = session && !session.pooled && !byOptions ? setStatements(session, 'SESSION') : undefined;
    if (settings !== undefined || (config.hosts?.length ?? 1) > 1) this.#connectInSteps(config, settings);
    this.#silenceMs = config.silenceMs ?? SILENCE_MS;
    this.#onUnfit = config.onUnfit ?? (() => {});
    this.#onFailed = config.onFailed ?? (() => {});
    // The next transaction may be in a session that has prepared nothing.
    this.#prepare = config.prepare === true && !session?.pooled;
    this.#pipeline = pipeline;
    const submit = this.query.bind(this) as (...args: unknown[]) => unknown;
    const watched = (...args: unknown[]) => this.#query(submit, args);
    const pooled = session?.pooled && createPooledQuery(setStatements(session, 'LOCAL'));
    this.query = (pooled ? (...args: unknown[]) => pooled(watched, args) : watched) as pg.Client['query'];
    const end = this.end.bind(this) as (done?: () => void) => Promise<void>;
    this.end = ((done?: () => void) => {
      // A dropped connection would keep the process alive until TCP gives up.
      const timer = setTimeout(() => this.#socket().destroy(), GOODBYE_MS);
      timer.unref();
      this.once('end', () => clearTimeout(timer));
      return end(done);
    }) as pg.Client['end'];
  }

  /** Chooses the host first, and sets what could not be set while connecting. */
  #connectInSteps(config: pg.ClientConfig & Partial<ConnectionConfig>, settings: string | undefined): void {
    const { hosts = [], target = 'any' } = config;
    const connect = this.connect.bind(this) as () => Promise<unknown>;
    const steps = async () => {
      this.on('error', () => {}); // the current step rejects
      if (hosts.length > 1) Object.assign(this, await findHost(config, hosts, target));
      try {
        await connect();
        if (hosts.length > 1 && !(await isWanted(this, target))) throw new UnwantedHostError(target);
        if (settings !== undefined) await this.query(settings);
      } catch (error) {
        if (hosts.length > 1) forgetHost(config, hosts, target);
        this.end().catch(() => {});
        throw error;
      }
    };
    this.connect = ((done?: (error?: Error) => void) => {
      if (!done) return steps();
      steps().then(() => done(), done);
    }) as pg.Client['connect'];
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
    let bytesSeen = socket.bytesRead;
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
        if (socket.bytesRead !== bytesSeen) wait(silenceMs);
        else if (lateMs > BUSY_MS) wait(Math.min(lateMs, silenceMs));
        else this.#socket().destroy(new SilentConnectionError(silenceMs));
        bytesSeen = socket.bytesRead;
      });
    wait(silenceMs);
    return (error) => {
      ended = true;
      clearTimeout(timer);
      if (error) this.#onFailed(error);
      if (endsConnection(error)) this.#onUnfit(error as Error);
    };
  }

  /** A new socket once TLS has begun. */
  #socket(): Socket {
    return (this as unknown as { connection: { stream: Socket } }).connection.stream;
  }
}

/** Thrown when the server sent nothing for the maximum time of a statement. */
class SilentConnectionError extends Error {
  readonly code = 'ETIMEDOUT';

  constructor(silenceMs: number) {
    super(`the database did not answer within ${silenceMs} ms: its connection is closed`);
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
