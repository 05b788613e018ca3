import { fileURLToPath } from 'node:url';
import type { Logger } from '../../runtime/logger.js';
import { checkDatabaseVersion, requireCurrentVersion } from './check-database-version.js';

/** The migrations that this code brings; the same place seen from `src/db/migrate` and `dist/db/migrate`. */
export const MIGRATIONS_DIR = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url));

/**
 * Passes when the database can be reached and is of this code's version.
 * @throws StartupError saying what to do
 */
export async function requireDatabase(databaseUrl: string, logger?: Logger): Promise<void> {
  requireCurrentVersion(await checkDatabaseVersion({ databaseUrl, migrationsDir: MIGRATIONS_DIR, logger }));
}
