import { startTestPostgres } from '../support/servers/postgres.js';
import { createTemplate } from '../support/template.js';

/** Everything that this server does is counted from here on, so nothing else may use it. */
const COUNTING = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.max': '10000',
  // No full-page images and no checkpoints except those of CREATE DATABASE, so that the bytes are those of
  // the changes.
  checkpoint_timeout: '1h',
  max_wal_size: '8GB',
};

/**
 * A PostgreSQL for the test file that counts statements. From now on, everything in `test/support` creates
 * databases there: each test file is a process of its own.
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
