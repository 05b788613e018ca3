import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ROOT } from '../programs/build-once.js';
import { buildPrograms, isBuilt } from '../programs/build-programs.js';
import { removeAbandoned, startTestPostgres } from '../servers/postgres.js';
import { createTemplate } from '../template.js';

/**
 * Starts one PostgreSQL for the whole run, with a migrated database that test files clone. Its URL is in
 * CALLBOARD_TEST_DATABASE_URL. Before that, the types of the operations that tests send are generated. If
 * migrations fail, only tests that need the clone fail.
 */
export default async function setup(): Promise<() => Promise<void>> {
  await removeAbandoned();
  await promisify(execFile)(process.execPath, ['scripts/operation-types.mjs'], { cwd: ROOT });
  // On a fresh machine, compiling takes longer than the timeout of a test. If it fails, the tests that start
  // programs report it.
  if (!isBuilt()) await buildPrograms().catch(() => undefined);
  const server = await startTestPostgres();
  process.env.CALLBOARD_TEST_DATABASE_URL = server.url;
  process.env.CALLBOARD_TEST_TEMPLATE_ERROR = '';
  try {
    await createTemplate();
  } catch (error) {
    process.env.CALLBOARD_TEST_TEMPLATE_ERROR = (error as Error).message || String(error);
  }
  return server.stop;
}
