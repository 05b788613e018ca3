import pg from 'pg';
import { type DatabaseHost, parseDatabaseUrl, type TargetSession } from './database-url.js';
import { parseTimestamp, TIMESTAMPTZ } from './parse-timestamp.js';
import { PREPARING } from './prepared-statement.js';
import { parseOptions, type SessionSettings, startupOptions } from './session-settings.js';

export interface ConnectionOptions {
  connectionString: string;
  /** Shown in `pg_stat_activity`. */
  applicationName: string;
  /** Schemas for unqualified names; default `callboard`. `pg_temp` always comes last. */
  searchPath?: string;
  /** Who writes; the guards in the database check it (setting `callboard.writer`). Unset: an agent. */
  writer?: string;
  /** The server cancels statements that take longer; default: no limit. */
  statementTimeoutMs?: number;
  /** Statements that wait longer for a lock fail with `lockTimeout`; default: no limit. */
  lockTimeoutMs?: number;
  /** Prepares repeated statements, once per connection. */
  prepare?: boolean | undefined;
  /**
   * Plans a prepared statement once per connection, for all values. Otherwise the first five executions are
   * planned for their values, which costs milliseconds each on every new connection. For programs whose
   * statements need no plan for particular values.
   */
  plansOnce?: boolean | undefined;
  /** The connection may lead to another session in each transaction: see `SessionSettings`. */
  pooled?: boolean | undefined;
}

/** For a `WatchedClient`; any other client ignores `session` and uses the first host. */
export interface ConnectionConfig extends pg.ClientConfig {
  session: SessionSettings;
  hosts: DatabaseHost[];
  target: TargetSession;
}

const INT8 = 20;

/**
 * Counts and cursors are far below 2^53, so `bigint` is returned as a number instead of node-postgres'
 * string. Instants are parsed faster.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary' && oid === INT8) return Number;
    if (format !== 'binary' && oid === TIMESTAMPTZ) return parseTimestamp;
    return pg.types.getTypeParser(oid, format as 'text');
  }) as typeof pg.types.getTypeParser,
};

/** Settings of every connection: UTC, the search path, `bigint` as number, keep-alive. */
export function connectionConfig(options: ConnectionOptions): ConnectionConfig {
  const {
    connectionString,
    applicationName,
    searchPath = 'callboard',
    writer,
    statementTimeoutMs,
    lockTimeoutMs,
    prepare = false,
    plansOnce = false,
    pooled = false,
  } = options;
  // In node-postgres, settings in the URL override the options. Both of these must be ours.
  const { url, hosts, target } = parseDatabaseUrl(connectionString);
  const theirs = url.searchParams.get('options');
  url.searchParams.delete('options');
  url.searchParams.delete('application_name');
  const values: Record<string, string> = {
    ...NO_TIME_LIMITS,
    ...(theirs !== null && parseOptions(theirs)),
    ...DEPENDED_ON,
    // Never a schema in which others may create objects: a function of theirs with better-matching arguments
    // would run with our rights.
    search_path: `${searchPath.replaceAll(' ', '')},pg_temp`,
    timezone: 'UTC',
    // A process that was stopped or cut off in a transaction must not hold its locks forever.
    idle_in_transaction_session_timeout: '30000',
    ...PEER_LOSS,
    ...(prepare && PREPARING),
    ...(plansOnce && !pooled && { plan_cache_mode: 'force_generic_plan' }),
  };
  if (writer !== undefined) values['callboard.writer'] = writer;
  if (statementTimeoutMs !== undefined) values.statement_timeout = String(statementTimeoutMs);
  if (lockTimeoutMs !== undefined) values.lock_timeout = String(lockTimeoutMs);
  return {
    connectionString: url.href,
    application_name: applicationName,
    options: startupOptions(values),
    session: { values, address: addressOf(connectionString), pooled },
    hosts,
    target,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types,
  };
}

/**
 * Defaults of PostgreSQL that an administrator may have changed for a database or a user. Ours hold: locks are
 * taken in one statement and the decision is made in a later one, which must see what others have committed;
 * values are parsed in these formats.
 */
const DEPENDED_ON = {
  default_transaction_isolation: 'read committed',
  datestyle: 'ISO, MDY',
  extra_float_digits: '1',
  bytea_output: 'hex',
};
/**
 * Limits of a database or a user are meant for others: idle connections are kept and listen, and recovery may
 * take longer than a page of a website. Limits in the URL hold, because they are meant for us.
 */
const NO_TIME_LIMITS = { statement_timeout: '0', lock_timeout: '0', idle_session_timeout: '0' };

/** Where a URL leads, without who connects. */
export function addressOf(connectionString: string): string {
  const { url, hosts } = parseDatabaseUrl(connectionString);
  return `${hosts.map(({ host, port }) => `${host}:${port}`).join(',')}${url.pathname}`;
}

/**
 * An idle connection is probed after this time. Otherwise a firewall that dropped it would only be noticed
 * after two hours.
 */
export const KEEP_ALIVE_MS = 10_000;
/** How the server notices that we are gone: within about 25 s. It then releases our locks. */
const PEER_LOSS = {
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '25000',
};
