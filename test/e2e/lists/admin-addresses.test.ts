/** Addresses of lists that somebody has edited, and lists on phones, in a real browser. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AdminBrowser, chromiumAvailable, startAdmin } from '../../support/browser.js';
import { insertAgent, insertExecution } from '../../support/rows.js';

const LISTS = [
  '/scheduler/schedules?state=nonsense&target=nonsense&sort=nonsense&q=%00',
  '/scheduler/pipelines?state=constructor&agent=%00',
  '/executions?status=nonsense&delivery=nonsense&trigger=nonsense&target=nonsense&reason=nonsense',
  '/jobs?status=nonsense&within=constructor&from=nonsense&to=%2B275760-09-13T00:00:00Z',
  '/dead-letters?from=-000001-01-01T00:00:00Z&q=%00',
  '/agents?health=nonsense&enabled=nonsense',
  '/agents/alpha?tab=jobs&status=nonsense',
  '/workers?shown=constructor',
  '/webhooks?target=nonsense&state=nonsense',
  '/notifications?kind=nonsense&status=nonsense',
  '/tokens?role=nonsense&state=nonsense',
  '/audit?entity=constructor&origin=nonsense',
];

const IMPOSSIBLE = [
  '/scheduler/schedules/%00',
  '/scheduler/pipelines/%00',
  '/executions/%00',
  '/jobs/%00',
  '/agents/%00',
  '/workers/%00',
  '/webhooks/%00',
  '/notifications/%00',
  '/agents/%00/edit',
  '/scheduler/schedules/%00/edit',
  '/scheduler/pipelines/%00/edit',
  '/webhooks/%00/edit',
];

describe.skipIf(!chromiumAvailable('addresses in the admin'))('addresses in the admin', () => {
  let admin: AdminBrowser;

  beforeAll(async () => {
    admin = await startAdmin();
    const { pool } = admin.server;
    await insertAgent(pool, 'alpha', 'http://127.0.0.1:9/run');
    const scheduleExecutionId = await insertExecution(pool, { agentId: 'alpha' });
    await pool.query(
      `INSERT INTO "AgentJobExecution" (id, "jobId", "agentId", "scheduleExecutionId", status, params, "attemptTimeout", "retryConfig", "retriesLeft", "traceId")
       SELECT id, id, 'alpha', $1, status, '{}', 1000, '{}', 0, 'trace'
       FROM (SELECT callboard.uuid_v7() AS id, status FROM unnest($2::text[]) status) made`,
      [scheduleExecutionId, ['dead_letter', 'completed', 'completed']],
    );
  });
  afterAll(() => admin?.close());

  test('filter by a status in any case', async () => {
    const { page, problems } = await admin.open({ role: 'viewer', path: '/jobs?status=dead_letter' });
    await page.getByRole('button', { name: 'Status Dead letter' }).waitFor();
    await page.getByRole('grid', { name: 'Jobs' }).and(page.locator('[aria-rowcount="2"]')).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('with unknown values show the list without these filters', async () => {
    const { page, problems, live } = await admin.open({ role: 'admin', path: '/jobs' });
    for (const path of LISTS) {
      await page.goto(`${admin.server.url}/admin${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await live();
      await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor({ state: 'detached' });
      expect(await page.getByRole('alert').allInnerTexts(), path).toEqual([]);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('with an ID that no object can have say that there is none', async () => {
    const { page } = await admin.open({ role: 'admin', path: '/jobs' });
    for (const path of IMPOSSIBLE) {
      await page.goto(`${admin.server.url}/admin${path}`);
      await page
        .getByText(/not found$/)
        .first()
        .waitFor();
      expect(await page.getByRole('alert').allInnerTexts(), path).toEqual([]);
    }
    await page.context().close();
  });

  test('on phones, the hidden header of a list takes no focus', async () => {
    const { page } = await admin.open({ role: 'operator', path: '/jobs', width: 390 });
    await page
      .getByRole('checkbox', { name: /^Select alpha/ })
      .first()
      .waitFor();
    await page.getByRole('searchbox').focus();
    for (let steps = 0; steps < 12; steps += 1) {
      await page.keyboard.press('Tab');
      const hidden = await page.evaluate(
        () => document.activeElement?.closest('[role=grid] .sr-only')?.outerHTML,
      );
      expect(hidden).toBeUndefined();
    }
    await page.context().close();
  });

  test('on phones, the bar of a selection selects all rows shown', async () => {
    const { page, problems } = await admin.open({ role: 'operator', path: '/jobs', width: 390 });
    await page
      .getByRole('checkbox', { name: /^Select alpha/ })
      .first()
      .check();
    const bar = page.getByRole('toolbar', { name: 'Actions on the selection' });
    await bar.getByRole('button', { name: 'Select all shown' }).click();
    await bar.getByText('3 selected').waitFor();
    expect(await bar.getByRole('button', { name: 'Select all shown' }).count()).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
