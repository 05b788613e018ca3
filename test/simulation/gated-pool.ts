import pg from 'pg';
import { connectionConfig } from '../../src/runtime/database/connection-config.js';
import type { Pool, PoolClient } from '../../src/runtime/database/pool.js';
import { preparedStatement } from '../../src/runtime/database/prepared-statement.js';
import type { Actor, Session, Simulator } from './simulator.js';
import { VIRTUAL_SEARCH_PATH } from './virtual-clock.js';

interface Connection {
  client: pg.Client;
  session: Session;
  /** Ends with the last statement that was sent, because statements are executed in order. */
  last: Promise<unknown>;
}

export interface GatedPoolOptions {
  url: string;
  /** Settings of each connection; default as in the control plane, with the virtual clock. */
  searchPath?: string;
  writer?: string;
  max: number;
}

const BEGINS = /^\s*BEGIN\b/i;
const ENDS = /^\s*(COMMIT|ROLLBACK)\b(?!\s+TO)/i;
const READS = /^\s*\(?\s*SELECT\b/i;
const COMMITS = /^\s*COMMIT\b/i;
/** Real time must not decide, so the simulator ends waits by the virtual clock. */
const OWN_LOCK_TIMEOUT = /(lock_timeout'?,? *(?:=|TO)? *')(\d+)(ms')/gi;

/** This function returns after a lock timeout of its own, a few milliseconds of real time. */
const GIVES_UP_ITSELF = /\btry_mutex\(/;

/**
 * A pool of real connections in which each statement is a step of the simulation. Statements of a dead
 * process never end.
 */
export function createGatedPool(simulator: Simulator, actor: Actor, options: GatedPoolOptions): Pool {
  const idle: Connection[] = [];
  const waiting: ((connection: Connection) => void)[] = [];
  let size = 0;
  let opened = 0;

  async function open(): Promise<Connection> {
    const config = connectionConfig({
      connectionString: options.url,
      applicationName: actor.name,
      searchPath: options.searchPath ?? VIRTUAL_SEARCH_PATH,
      prepare: true,
      plansOnce: true,
      ...(options.writer === undefined ? {} : { writer: options.writer }),
    });
    const client = new pg.Client({ ...config, options: `${config.options} -c deadlock_timeout=20ms` });
    client.on('error', () => {});
    await client.connect();
    const { processID: pid } = client as unknown as { processID: number };
    opened += 1;
    const session = { actor, number: opened, pid, inTransaction: false, idleSince: Date.now() };
    simulator.register(session);
    client.once('end', () => simulator.unregister(session));
    return { client, session, last: Promise.resolve() };
  }

  /** @param purpose distinguishes the connections in the trace */
  function acquire(purpose: string): Promise<Connection> {
    const free = idle.pop();
    if (free) return Promise.resolve(free);
    return new Promise((resolve) => {
      if (size >= options.max) {
        waiting.push(resolve);
        return;
      }
      size += 1;
      step(`connects for ${purpose}`, async () => resolve(await open()));
    });
  }

  function giveBack(connection: Connection, broken: boolean): void {
    if (broken || connection.session.inTransaction) {
      size -= 1;
      simulator.unregister(connection.session);
      void connection.client.end().catch(() => {});
      const next = waiting.shift();
      if (next) void acquire('the next').then(next);
      return;
    }
    const next = waiting.shift();
    if (next) next(connection);
    else idle.push(connection);
  }

  function step(name: string, run: () => Promise<void>, weight = 1): void {
    if (actor.alive) simulator.add({ actor, name, weight, run });
  }

  /** Statements may be sent before earlier ones are done. */
  function query(connection: Connection, config: pg.QueryConfig): Promise<pg.QueryResult> {
    const next = () => execute(connection, config);
    const done = connection.last.then(next, next);
    connection.last = done;
    return done;
  }

  function execute({ client, session }: Connection, config: pg.QueryConfig): Promise<pg.QueryResult> {
    const { text } = config;
    const lockTimeoutMs = [...text.matchAll(OWN_LOCK_TIMEOUT)].map(([, , ms]) => Number(ms))[0];
    const changed = text.replace(OWN_LOCK_TIMEOUT, '$160000$3');
    const sent = { ...config, ...preparedStatement(changed, config.values) };
    return new Promise((resolve, reject) => {
      const send = async () => {
        try {
          const result = await client.query(sent);
          if (BEGINS.test(text)) session.inTransaction = true;
          return result;
        } finally {
          if (ENDS.test(text)) session.inTransaction = false;
        }
      };
      step(
        `${summary(text)} [${session.number}]`,
        () =>
          simulator.execute(
            session,
            {
              send,
              mayNotify: !READS.test(text),
              lockTimeoutMs,
              givesUpItself: GIVES_UP_ITSELF.test(text),
            },
            { resolve, reject },
          ),
        COMMITS.test(text) ? 0.3 : 1,
      );
    });
  }

  /** Both forms of node-postgres' `query`. */
  function queryOf(connection: Connection) {
    return (text: string | pg.QueryConfig, values?: unknown) =>
      query(connection, typeof text === 'string' ? { text, values: values as unknown[] } : text);
  }

  const pool = {
    async connect() {
      const connection = await acquire('a transaction');
      return {
        query: queryOf(connection),
        release: (error?: Error | boolean) => giveBack(connection, error !== undefined && error !== false),
        on: () => {},
        off: () => {},
        once: () => {},
        removeListener: () => {},
      } as unknown as PoolClient;
    },
    async query(text: string | pg.QueryConfig, values?: unknown) {
      const connection = await acquire(summary(typeof text === 'string' ? text : text.text));
      let failed = true;
      try {
        const result = await queryOf(connection)(text, values);
        failed = false;
        return result;
      } catch (error) {
        failed = isConnectionLost(error);
        throw error;
      } finally {
        giveBack(connection, failed);
      }
    },
    on: () => pool,
    end: async () => {},
  };
  return pool as unknown as Pool;
}

function isConnectionLost(error: unknown): boolean {
  const { code, message } = error as { code?: string; message: string };
  return /^(57P|08)/.test(code ?? '') || /terminated|not queryable|closed/i.test(message);
}

function summary(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 90);
}
