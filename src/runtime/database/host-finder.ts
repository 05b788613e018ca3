import pg from 'pg';
import type { DatabaseHost, TargetSession } from './database-url.js';
import { SQLSTATE } from './sqlstate.js';

/** The current state of a server. */
interface HostState {
  inRecovery: boolean;
  readOnly: boolean;
}

const STATE = `SELECT pg_is_in_recovery() AS "inRecovery", current_setting('transaction_read_only') = 'on' AS "readOnly"`;
/** A host that takes longer to answer is skipped. */
const PROBE_MS = 5_000;

const MATCHES: Record<TargetSession, (state: HostState) => boolean> = {
  any: () => true,
  'read-write': ({ readOnly }) => !readOnly,
  'read-only': ({ readOnly }) => readOnly,
  primary: ({ inRecovery }) => !inRecovery,
  standby: ({ inRecovery }) => inRecovery,
  'prefer-standby': ({ inRecovery }) => inRecovery,
};

/** The chosen host of each URL with several hosts. */
const found = new Map<string, Promise<DatabaseHost>>();

/**
 * Finds the host to connect to. Remembers it until `forgetHost`, so that a process probes once, not for each
 * connection.
 */
export function findHost(
  config: pg.ClientConfig,
  hosts: DatabaseHost[],
  target: TargetSession,
): Promise<DatabaseHost> {
  const key = keyOf(config, hosts, target);
  const known = found.get(key);
  if (known) return known;
  const search = searchHost(config, hosts, target);
  found.set(key, search);
  search.catch(() => found.get(key) === search && found.delete(key));
  return search;
}

/** Forgets a host that did not answer or no longer qualifies, so that the next connection searches again. */
export function forgetHost(config: pg.ClientConfig, hosts: DatabaseHost[], target: TargetSession): void {
  found.delete(keyOf(config, hosts, target));
}

/** Whether the connected server still qualifies. */
export async function isWanted(client: pg.ClientBase, target: TargetSession): Promise<boolean> {
  if (target === 'any' || target === 'prefer-standby') return true;
  const { rows } = await client.query<HostState>(STATE);
  return rows[0] !== undefined && MATCHES[target](rows[0]);
}

async function searchHost(
  config: pg.ClientConfig,
  hosts: DatabaseHost[],
  target: TargetSession,
): Promise<DatabaseHost> {
  let failure: unknown;
  let fallback: DatabaseHost | undefined;
  for (const host of hosts) {
    try {
      const state = await probe(config, host);
      if (MATCHES[target](state)) return host;
      fallback ??= host;
    } catch (error) {
      failure ??= error;
    }
  }
  if (target === 'prefer-standby' && fallback) return fallback;
  if (fallback === undefined && failure !== undefined) throw failure;
  throw new UnwantedHostError(target);
}

/** Probes a host with a new connection that has only the settings needed to connect. */
async function probe(
  { connectionString }: pg.ClientConfig,
  { host, port }: DatabaseHost,
): Promise<HostState> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
    application_name: 'callboard',
  });
  client.on('error', () => {}); // the query rejects
  Object.assign(client, { host, port });
  try {
    await client.connect();
    const { rows } = await client.query<HostState>(STATE);
    return rows[0] ?? { inRecovery: true, readOnly: true };
  } finally {
    client.end().catch(() => {});
  }
}

/**
 * No host of the URL qualifies for `target_session_attrs`. The database counts as unavailable until one does.
 */
export class UnwantedHostError extends Error {
  /** PostgreSQL's own code for a session that may not write. */
  readonly code = SQLSTATE.readOnly;

  constructor(target: TargetSession) {
    super(`no host in the URL is ${target} (target_session_attrs)`);
  }
}

function keyOf({ connectionString }: pg.ClientConfig, hosts: DatabaseHost[], target: TargetSession): string {
  return JSON.stringify([connectionString, hosts, target]);
}
