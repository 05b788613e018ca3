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

  test('stay where they are while rows are added above, and after going back to them', async () => {
    const { pool } = admin.server;
    for (let i = 0; i < 80; i++) await insertExecution(pool, { agentId: 'alpha' });
    const { page, live, problems } = await admin.open({ role: 'viewer', path: '/executions' });
    await live();
    const content = page.locator('#content');
    const scrollTop = () => content.evaluate((element) => element.scrollTop);
    await page.getByText('alpha').first().waitFor();
    await content.hover();
    await page.mouse.wheel(0, 1_000);
    await expect.poll(scrollTop).toBe(1_000);
    const row = page.locator('[role="row"][aria-rowindex="35"]');
    const href = await row.getByRole('link').first().getAttribute('href');
    const link = page.locator(`[role="row"] a[href="${href}"]`).first();
    const rowOf = () => page.locator('[role="row"]').filter({ has: page.locator(`a[href="${href}"]`) });
    const before = await link.boundingBox();
    for (let i = 0; i < 3; i++) await insertExecution(pool, { agentId: 'alpha' });
    await expect.poll(() => rowOf().getAttribute('aria-rowindex')).toBe('38');
    expect(await link.boundingBox()).toEqual(before);

    await page.mouse.wheel(0, 1_500);
    await expect.poll(scrollTop).toBeGreaterThan(2_000);
    const left = await scrollTop();
    await page.locator('[role="row"] a:visible').nth(20).click();
    await page.getByRole('heading', { level: 1 }).and(page.getByText('alpha')).waitFor();
    await page.goBack();
    await expect.poll(scrollTop).toBe(left);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('return to where they were left if they need no further rows for that', async () => {
    const { page, problems } = await admin.open({ role: 'viewer', path: '/jobs' });
    const content = page.locator('#content');
    const scrollTop = () => content.evaluate((element) => element.scrollTop);
    await page.getByText('alpha').first().waitFor();
    await content.hover();
    await page.mouse.wheel(0, 600);
    await expect.poll(scrollTop).toBe(600);
    await page.locator('[role="row"][aria-rowindex="25"]').getByRole('link').first().click();
    await page.getByRole('heading', { level: 1 }).and(page.getByText('alpha')).waitFor();
    await page.goBack();
    await expect.poll(scrollTop).toBe(600);
    // The router scrolls to the top once the page is drawn, which must not be the last thing that happens.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 100))));
    expect(await scrollTop()).toBe(600);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
