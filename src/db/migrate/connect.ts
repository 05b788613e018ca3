import type pg from 'pg';
import { addressOf, connectionConfig } from '../../runtime/database/connection-config.js';
import { explainDatabaseError } from '../../runtime/database/database-error.js';
import { noteWithoutOptions, refusesOptions } from '../../runtime/database/session-settings.js';
import { WatchedClient } from '../../runtime/database/watched-client.js';
import { StartupError } from '../../runtime/startup-error.js';
import type { Logger } from '../../runtime/telemetry/logger.js';
import { requireSafeSchemas } from './require-safe-schemas.js';
import { CONTROL_SCHEMA } from './schema-engine.js';

const MINIMUM_POSTGRES_MAJOR = 14;

export interface ConnectOptions {
  applicationName?: string;
  logger?: Logger | undefined;
  /** The setting that contains the URL, for messages. Default: `DATABASE_URL`. */
  setting?: string | undefined;
  /** True if the URL leads to a pooler that may use another session for each transaction. */
  pooled?: boolean | undefined;
}

/** Connects to a PostgreSQL server and checks its version and the rights of agents. @throws StartupError */
export async function connect(databaseUrl: string, options: ConnectOptions = {}): Promise<pg.Client> {
  const { setting = 'DATABASE_URL', logger } = options;
  let client = open(databaseUrl, options);
  const withoutOptions = async () => {
    noteWithoutOptions(addressOf(databaseUrl));
    client = open(databaseUrl, options);
    await client.connect();
  };
  try {
    await client.connect().catch((error) => {
      if (!refusesOptions(error)) throw error;
      return withoutOptions();
    });
    if (!(await hasOurPath(client))) {
      // A pooler ignores `options`.
      await client.end();
      await withoutOptions();
    }
    const major = Math.floor(Number(await readSetting(client, 'server_version_num')) / 10_000);
    if (major < MINIMUM_POSTGRES_MAJOR) {
      throw new StartupError(
        `${setting}: this is PostgreSQL ${major}, Callboard needs ${MINIMUM_POSTGRES_MAJOR} or newer`,
      );
    }
    await requireSafeSchemas(client, logger);
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw explainDatabaseError(error, databaseUrl, setting);
  }
}

function open(
  connectionString: string,
  { applicationName = 'callboard', pooled }: ConnectOptions,
): WatchedClient {
  const client = new WatchedClient({
    ...connectionConfig({ connectionString, applicationName, searchPath: CONTROL_SCHEMA, pooled }),
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => {}); // the current or next query rejects
  return client;
}

async function hasOurPath(client: pg.ClientBase): Promise<boolean> {
  const path = await readSetting(client, 'search_path');
  return path.replace(/[" ]/g, '') === `${CONTROL_SCHEMA},pg_temp`;
}

async function readSetting(client: pg.ClientBase, name: string): Promise<string> {
  const { rows } = await client.query<{ value: string }>('SELECT current_setting($1) AS value', [name]);
  return String(rows[0]?.value);
}
