/**
 * A run with a hundred thousand jobs in the admin: any of them is visible at once, and only few are in
 * memory.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AdminBrowser, chromiumAvailable, startAdmin } from '../../support/browser.js';
import { insertAgent } from '../../support/rows.js';
import { insertJobs, insertRun } from './admin-executions-fixture.js';

const JOBS = 100_000;

describe.skipIf(!chromiumAvailable('a large execution in the admin'))('a large run', () => {
  let admin: AdminBrowser;
  let id: string;

  beforeAll(async () => {
    admin = await startAdmin();
    const { pool } = admin.server;
    await insertAgent(pool, 'analysis', 'http://127.0.0.1:9/run', { name: 'Analysis' });
    id = await insertRun(pool, {
      agentId: 'analysis',
      ago: 3_600_000,
      params: { ticker: 'db:Ticker:all:symbol', depth: 3 },
      columns: {
        runStatus: 'running',
        expandedAt: new Date(Date.now() - 3_600_000),
        batches: 10_000,
        batchCursor: 9_000,
      },
    });
    await insertJobs(pool, id, {
      agentId: 'analysis',
      count: JOBS,
      status: `CASE WHEN n % 1000 = 999 THEN 'failed' WHEN n < 90000 THEN 'completed' ELSE 'pending' END`,
      params: `jsonb_build_object('ticker', 'T' || n, 'depth', 3)`,
      error: `'{"message": "The agent is out of luck.", "code": "LUCK"}'::jsonb`,
      spacing: 30,
    });
    await pool.query('ANALYZE "AgentJobExecution"');
  });
  afterAll(() => admin?.close());

  const scrollTo = (page: Page, share: number) =>
    page.evaluate((to) => {
      const content = document.getElementById('content') as HTMLElement;
      content.scrollTo({ top: content.scrollHeight * to });
    }, share);

  test('loads jobs at any scroll position, and drops them again', async () => {
    const { page, problems, screenshot } = await admin.open({ role: 'operator', path: `/executions/${id}` });
    const jobs = page.getByRole('grid', { name: 'Jobs' });
    await jobs.getByRole('row', { name: /T5 / }).waitFor();
    await page.getByText('90,010 of 100,000 jobs').waitFor();
    await page.getByText('100,000 total').waitFor();
    // 20 scroll positions, more than the pages that are kept.
    for (let step = 0; step <= 20; step++) {
      const share = ((step * 8) % 21) / 21;
      const wanted = Math.floor((share * JOBS) / 1_000);
      await scrollTo(page, share);
      const thousands = wanted === 0 ? String.raw`\d{1,3}` : String.raw`(${wanted}|${wanted + 1})\d{3}`;
      await jobs
        .getByRole('row', { name: new RegExp(`T${thousands} `) })
        .first()
        .waitFor();
    }
    expect(await jobs.getByRole('row').count()).toBeLessThan(80);
    await screenshot('executions/large-jobs');
    const session = await page.context().newCDPSession(page);
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = (await session.send('Runtime.getHeapUsage')) as { usedSize: number };
    // All rows would take about 150 MB.
    expect(usedSize / 1_048_576).toBeLessThan(80);

    await page
      .getByRole('list', { name: 'Jobs by status' })
      .getByRole('link', { name: /failed/ })
      .click();
    await page.getByText('100 total').waitFor();
    await page.getByRole('tab', { name: 'Timeline' }).click();
    const bars = page.getByRole('list', { name: 'Job timeline' });
    await bars.getByRole('link', { name: 'T5, completed, ran 805 ms' }).waitFor();
    await page.getByText('100,000 jobs', { exact: true }).waitFor();
    const inTheMiddle = bars.getByRole('link', { name: /^T(49|50)\d{3}, completed/ });
    // Repeated while the position is not reached, because the list may still be growing.
    await expect
      .poll(async () => {
        await scrollTo(page, 0.5);
        return inTheMiddle.count();
      })
      .toBeGreaterThan(0);
    await screenshot('executions/large-timeline');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('the list of all jobs loads more for as long as the user scrolls', async () => {
    const { page, problems } = await admin.open({ role: 'viewer', path: '/jobs' });
    const jobs = page.getByRole('grid', { name: 'Jobs' });
    await jobs.getByRole('row', { name: /T99999/ }).waitFor();
    await expect
      .poll(
        async () => {
          await scrollTo(page, 1);
          const count = await page.getByText(/^[\d,]+ of about /).textContent();
          return Number.parseInt(count?.replaceAll(',', '') ?? '', 10);
        },
        { timeout: 60_000, interval: 50 },
      )
      .toBeGreaterThan(1_000);
    expect(await jobs.getByRole('row').count()).toBeLessThan(80);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
