import type { Logger } from '../../runtime/logger.js';
import { checkDatabaseVersion, requireCurrentVersion } from './check-database-version.js';
import { PRISMA_DIR } from './database-files.js';

/**
 * Passes when the database can be reached and is of this code's version.
 * @throws StartupError saying what to do
 */
export async function requireDatabase(databaseUrl: string, logger?: Logger): Promise<void> {
  requireCurrentVersion(await checkDatabaseVersion({ databaseUrl, prismaDir: PRISMA_DIR, logger }));
}
