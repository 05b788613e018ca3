import { parseMigrateConfig } from '../../config/migrate-config.js';
import { describeProblems } from '../../config/read-settings.js';
import {
  checkDatabaseVersion,
  type DatabaseVersion,
  refuseForeignVersion,
} from '../../db/migrate/check-database-version.js';
import { PRISMA_DIR } from '../../db/migrate/database-files.js';
import { VERSION } from '../../runtime/version.js';
import { usageError } from '../cli-error.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import type { Output } from '../output.js';

/** `callboard migrate --check`: compares the database with this version, and changes nothing. */
export async function checkMigrations(output: Output): Promise<ExitCode> {
  const parsed = parseMigrateConfig();
  if (parsed.kind === 'error') throw usageError(describeProblems(parsed.problems));
  const { migrateUrl: databaseUrl } = parsed.config;
  const found = await checkDatabaseVersion({ databaseUrl, prismaDir: PRISMA_DIR });
  const { state, exitCode, text } = describeState(found);
  const pending = found.kind === 'behind' ? found.missing : [];
  output.result({ state, version: VERSION, pending, message: text }, () => text);
  return exitCode;
}

function describeState(found: DatabaseVersion): { state: string; exitCode: ExitCode; text: string } {
  if (found.kind === 'current')
    return { state: 'current', exitCode: EXIT.ok, text: 'The database is up to date.' };
  if (found.kind === 'behind')
    return { state: 'pending', exitCode: EXIT.migrationsPending, text: describePending(found.missing) };
  if (found.kind === 'newer' && found.compatible)
    return {
      state: 'newer',
      exitCode: EXIT.databaseNewer,
      text: `A newer Callboard has upgraded the database (it has ${found.found}). Version ${VERSION} works with it.`,
    };
  return { state: 'foreign', exitCode: EXIT.databaseForeign, text: refusalOf(found) };
}

function describePending(missing: readonly string[]): string {
  const what =
    missing.length > 0
      ? ['These migrations are pending:', ...missing.map((name) => `  ${name}`)]
      : ['Functions and triggers of this version are not applied yet.'];
  return [...what, 'Run "callboard migrate".'].join('\n');
}

function refusalOf(found: DatabaseVersion): string {
  try {
    refuseForeignVersion(found);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}
