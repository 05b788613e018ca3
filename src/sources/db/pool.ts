import type pg from 'pg';
import { KEEP_ALIVE_MS } from '../../runtime/database/connection-config.js';
import { parseDatabaseUrl } from '../../runtime/database/database-url.js';
import { watchedPool } from '../../runtime/database/pool.js';

export interface DataSourcePoolOptions {
  /** Connections at most; an expansion holds one until it is closed. */
  max: number;
  /** How long one statement may take, in milliseconds (default 30,000). */
  statementTimeoutMs?: number;
  /** Called when an idle connection breaks; the pool replaces it. */
  onError?: (error: Error) => void;
}

/** Time in addition to the statement timeout, with which a reachable server answers. */
const ANSWER_MS = 5_000;

/**
 * The setting with the schemas, as a JSON array, in which tables are found although the search path omits
 * them.
 */
export const WITHHELD_SCHEMAS = 'callboard.withheld_schemas';

/**
 * Removes schemas from the search path in which everyone may create objects: an operator or function that
 * is created there could match better than the intended one, and would run with Callboard's rights.
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

/** The pool for `db:` data sources: read-only, with a statement timeout. */
export function createDataSourcePool(
  connectionString: string,
  { max, statementTimeoutMs = 30_000, onError = () => {} }: DataSourcePoolOptions,
): pg.Pool {
  const { url, hosts, target } = parseDatabaseUrl(connectionString);
  const config = {
    connectionString: url.href,
    hosts,
    target,
    max,
    application_name: 'callboard data sources',
    // Limits the wait for a free connection as well as connecting.
    connectionTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    // A snapshot is idle while jobs are inserted, as long as the transaction that inserts them may be.
    // Session defaults by statement, not by startup parameter: `options` in the connection string would
    // replace ours.
    onConnect: async (client: pg.ClientBase) => {
      await client.query(
        `SET default_transaction_read_only = on; SET statement_timeout = ${Math.trunc(statementTimeoutMs)}; SET idle_in_transaction_session_timeout = '10min'; ${WITHHOLD}`,
      );
    },
  };
  return watchedPool(config, { silenceMs: statementTimeoutMs + ANSWER_MS, onError });
}
