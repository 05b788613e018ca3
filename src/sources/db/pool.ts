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

/** The setting with the schemas, as a JSON array, that tables are found in although the search path leaves them out. */
export const WITHHELD_SCHEMAS = 'callboard.withheld_schemas';

/**
 * Leaves schemas out of the search path in which everybody may create objects: an operator or a function that anybody put there
 * could fit better than the one that is meant, and would run with our rights.
 */
const WITHHOLD = `
  WITH path AS (
    SELECT found.name, found.place, EXISTS (
      SELECT FROM pg_catalog.pg_namespace n, pg_catalog.aclexplode(n.nspacl) acl
      WHERE n.nspname OPERATOR(pg_catalog.=) found.name AND acl.grantee OPERATOR(pg_catalog.=) 0::pg_catalog.oid
        AND acl.privilege_type OPERATOR(pg_catalog.=) 'CREATE'::pg_catalog.text) AS "isOpen"
    FROM pg_catalog.unnest(pg_catalog.current_schemas(false)) WITH ORDINALITY AS found(name, place))
  SELECT
    pg_catalog.set_config('${WITHHELD_SCHEMAS}', (SELECT coalesce(pg_catalog.json_agg(name), '[]')::pg_catalog.text FROM path WHERE "isOpen"), false),
    pg_catalog.set_config('search_path', pg_catalog.concat_ws(', ',
      (SELECT pg_catalog.string_agg(pg_catalog.quote_ident(name), ', ' ORDER BY place) FROM path WHERE NOT "isOpen"), 'pg_temp'), false)`;

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
        `SET default_transaction_read_only = on; SET statement_timeout = ${Math.trunc(statementTimeoutMs)}; ${WITHHOLD}`,
      );
    },
  };
  return watchedPool(config, { silenceMs: statementTimeoutMs + ANSWER_MS, onError });
}
