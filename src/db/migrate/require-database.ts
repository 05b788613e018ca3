import type pg from 'pg';
import { addressOf } from '../../runtime/database/connection-config.js';
import { explainDatabaseError } from '../../runtime/database/database-error.js';
import { takesOptions } from '../../runtime/database/session-settings.js';
import { StartupError } from '../../runtime/startup-error.js';
import type { Logger } from '../../runtime/telemetry/logger.js';
import { readDatabaseVersion, requireUsableVersion } from './check-database-version.js';
import { type ConnectOptions, connect } from './connect.js';
import { PRISMA_DIR, readDatabaseFiles } from './database-files.js';
import { requireWritable } from './require-writable.js';
import { requireRuntimeRights } from './runtime-rights.js';

export interface DatabaseAddresses {
  databaseUrl: string;
  /** URL that leads directly to PostgreSQL, so that sessions last. */
  directUrl: string;
}

/**
 * Returns if the database can be reached and written, its version is supported, its user has the rights that
 * server and worker need, and sessions last where they must.
 * @throws StartupError that says what to do
 */
export async function requireDatabase(
  { databaseUrl, directUrl }: DatabaseAddresses,
  logger?: Logger,
): Promise<void> {
  const files = await readDatabaseFiles(PRISMA_DIR);
  const hasTwo = databaseUrl !== directUrl;
  const setting = hasTwo ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL';
  await withConnection(directUrl, setting, { logger }, async (client) => {
    await requireRuntimeRights(client, setting);
    await requireWritable(client, setting, logger);
    const version = await readDatabaseVersion(client, files);
    requireUsableVersion(version);
    if (version.kind === 'newer')
      logger?.info(
        'database.newer',
        { found: version.found },
        'A newer Callboard has upgraded the database: this one works with it until it is upgraded too',
      );
    // A pooler refuses or ignores `options`, while PostgreSQL accepts them.
    if (!takesOptions(addressOf(directUrl))) await requireOwnSessions(client, directUrl, setting);
    if (!hasTwo) return;
    await withConnection(databaseUrl, 'DATABASE_URL', { pooled: true }, async (pooled) => {
      if ((await identityOf(pooled)) !== (await identityOf(client)))
        throw new StartupError('DATABASE_DIRECT_URL: this is not the same database as DATABASE_URL');
      await requireRuntimeRights(pooled, 'DATABASE_URL');
    });
  });
}

async function withConnection(
  url: string,
  setting: string,
  { logger, pooled }: ConnectOptions,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = await connect(url, { logger, setting, pooled });
  try {
    await work(client);
  } catch (error) {
    throw explainDatabaseError(error, url, setting);
  } finally {
    await client.end();
  }
}

/** Detects a pooler in transaction mode: two of its idle clients share a session. */
async function requireOwnSessions(client: pg.Client, url: string, setting: string): Promise<void> {
  const other = await connect(url, { setting });
  try {
    if ((await backendOf(client)) !== (await backendOf(other))) return;
  } finally {
    await other.end();
  }
  await client.query('RESET ALL'); // of a session that the pooler gives to others
  throw new StartupError(
    `${setting}: this is a pooler in transaction mode, in which LISTEN and leases do not work. Set DATABASE_DIRECT_URL to the address of PostgreSQL itself, or of a pooler in session mode; DATABASE_URL can stay`,
  );
}

async function backendOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid;
}

/** Identifies the database. The result is the same with and without a pooler. */
async function identityOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query(
    'SELECT current_database() AS name, (SELECT applied_at::text FROM callboard._applied_sql) AS at',
  );
  return JSON.stringify(rows[0]);
}
