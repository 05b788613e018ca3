import type pg from 'pg';
import { KEEP_ALIVE_MS, watchedPool } from '../../runtime/pool.js';

export interface DataSourcePoolOptions {
  /** Connections at most; an expansion holds one until it is closed. */
  max: number;
  /** How long one statement may take, in milliseconds (default 30 000). */
  statementTimeoutMs?: number;
  /** Told of a connection that broke while idle; the pool replaces it. */
  onError?: (error: Error) => void;
}

/** Beyond the statement timeout, with which a server that is there answers. */
const ANSWER_MS = 5_000;

/** The pool that `db:` data sources read through: read-only, with a statement timeout. */
export function createDataSourcePool(
  connectionString: string,
  { max, statementTimeoutMs = 30_000, onError = () => {} }: DataSourcePoolOptions,
): pg.Pool {
  const config = {
    connectionString,
    max,
    application_name: 'callboard data sources',
    // Bounds the wait for a free connection as well as the connecting.
    connectionTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    // Session defaults by statement, not by startup parameter: `options` in the connection string would replace ours.
    onConnect: async (client: pg.ClientBase) => {
      await client.query(
        `SET default_transaction_read_only = on; SET statement_timeout = ${Math.trunc(statementTimeoutMs)}`,
      );
    },
  };
  return watchedPool(config, { silenceMs: statementTimeoutMs + ANSWER_MS, onError });
}
