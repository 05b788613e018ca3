import { explainDatabaseError } from '../../runtime/database-error.js';
import type { Logger } from '../../runtime/logger.js';
import { connect, readDatabaseVersion, requireCurrentVersion } from './check-database-version.js';
import { PRISMA_DIR, readDatabaseFiles } from './database-files.js';
import { requireRuntimeRights } from './runtime-rights.js';

/**
 * Passes when the database can be reached, is of this code's version, and its user may do what server and
 * worker do.
 * @throws StartupError saying what to do
 */
export async function requireDatabase(databaseUrl: string, logger?: Logger): Promise<void> {
  const files = await readDatabaseFiles(PRISMA_DIR);
  const client = await connect(databaseUrl, 'callboard', logger);
  try {
    await requireRuntimeRights(client);
    requireCurrentVersion(await readDatabaseVersion(client, files));
  } catch (error) {
    throw explainDatabaseError(error, databaseUrl);
  } finally {
    await client.end();
  }
}
