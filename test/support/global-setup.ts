import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ROOT } from './build-once.js';
import { buildPrograms, isBuilt } from './build-programs.js';
import { removeAbandoned, startTestPostgres } from './postgres.js';
import { createTemplate } from './template.js';

/**
 * One PostgreSQL for the whole run, with a migrated database that test files clone. Its address reaches them as
 * CALLBOARD_TEST_DATABASE_URL. Before that, the operations that tests send get their types. If migrations fail, the tests that
 * want the clone say so, not all of them.
 */
export default async function setup(): Promise<() => Promise<void>> {
  await removeAbandoned();
  await promisify(execFile)(process.execPath, ['scripts/operation-types.mjs'], { cwd: ROOT });
  // On a fresh machine: compiling takes longer than a test may. That it fails is told by the tests that start programs.
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
