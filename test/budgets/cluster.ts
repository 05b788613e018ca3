import { startTestPostgres } from '../support/postgres.js';
import { createTemplate } from '../support/template.js';

/** What all of a server does is counted from here on: nobody else may be on it. */
const COUNTING = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.max': '10000',
  // No images of pages and no checkpoint but those of CREATE DATABASE: the bytes are those of the changes.
  checkpoint_timeout: '1h',
  max_wal_size: '8GB',
};

/**
 * A PostgreSQL of the test file's own that counts statements. Everything in `test/support` that makes databases makes
 * them there from now on: each test file is a process of its own.
 *
 * @returns stops it
 */
export async function startCountingPostgres(): Promise<() => Promise<void>> {
  const server = await startTestPostgres(COUNTING);
  process.env.CALLBOARD_TEST_DATABASE_URL = server.url;
  process.env.CALLBOARD_TEST_TEMPLATE_ERROR = '';
  await createTemplate();
  return server.stop;
}
