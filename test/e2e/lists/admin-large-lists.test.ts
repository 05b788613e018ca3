/** Lists that are too long to be counted or searched completely, in a real browser. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIMITS } from '../../../src/domain/limits.js';
import { type AdminBrowser, chromiumAvailable, startAdmin } from '../../support/browser.js';
import { insertAgent, insertExecution } from '../../support/rows.js';

describe.skipIf(!chromiumAvailable('large lists in the admin'))('large lists in the admin', () => {
  let admin: AdminBrowser;

  beforeAll(async () => {
    admin = await startAdmin();
    const { pool } = admin.server;
    await insertAgent(pool, 'alpha', 'http://127.0.0.1:9/run');
    const executionId = await insertExecution(pool, { agentId: 'alpha' });
    await pool.query(
      `INSERT INTO "AgentJobExecution" (id, "jobId", "agentId", "scheduleExecutionId", reason, params, "attemptTimeout", "retryConfig", "retriesLeft", "traceId")
       SELECT id, id, 'alpha', $2, 'note', '{}', 1000, '{}', 0, 'trace'
       FROM (SELECT callboard.uuid_v7() AS id FROM generate_series(1, $1)) made`,
      [LIMITS.searchedRows + 1_000, executionId],
    );
    await pool.query('ANALYZE "AgentJobExecution"');
  });
  afterAll(() => admin?.close());

  test('show an estimate for all, a lower bound for many, and how far back a search looked', async () => {
    const { page, problems } = await admin.open({ role: 'viewer', path: '/jobs' });
    await page.getByText(/^\d+ of about 21K$/).waitFor();
    await page.getByRole('searchbox').fill('note');
    await page.getByText(/^\d+ of 5,000\+$/).waitFor();
    await page.getByText('Searched back to').waitFor();
    await page.getByRole('searchbox').fill('nothing like that');
    await page.getByText('No jobs match').waitFor();
    await page.getByText('Searched back to').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
