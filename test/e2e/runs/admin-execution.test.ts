/** The page of a run in the admin, in a real browser, with all its tabs. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  type AdminBrowser,
  type AdminPage,
  chromiumAvailable,
  fitsAcross,
  type PageOptions,
  startAdmin,
} from '../../support/browser.js';
import { insertPipelineExecution } from '../../support/rows.js';
import { insertRuns, jobIdOf, type Runs, recount } from './admin-executions-fixture.js';

describe.skipIf(!chromiumAvailable('one execution in the admin'))('the page of a run', () => {
  let admin: AdminBrowser;
  let runs: Runs;

  beforeAll(async () => {
    admin = await startAdmin();
    runs = await insertRuns(admin.server.pool);
  });
  afterEach(() => admin.closePages());
  afterAll(() => admin?.close());

  function open(path: string, options: PageOptions = {}): Promise<AdminPage> {
    return admin.open({ role: 'operator', path, ...options });
  }

  const rows = (page: Page) =>
    page
      .getByRole('grid')
      .getByRole('row')
      .filter({ has: page.getByRole('gridcell') });
  const rowOf = (page: Page, name: RegExp | string): Locator => rows(page).filter({ hasText: name });
  const paramsOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

  describe('shows', () => {
    const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });

    test('shows the progress', async () => {
      const { page, live, screenshot, expectAccessible } = await open(`/executions/${runs.running}`);
      await live();
      await page.getByText('33 of 50 jobs').waitFor();
      await page.getByText(/batch 4 of 5 · .* jobs\/min · about .* left/).waitFor();
      const counts = page.getByRole('list', { name: 'Jobs by status' });
      await counts.getByText('7', { exact: true }).waitFor();
      await rowOf(page, 'AAPL').first().getByText('Completed').waitFor();
      await screenshot('executions/running-jobs');
      await expectAccessible();
    });

    test('does not promise when a run ends that is being cancelled', async () => {
      const { pool } = admin.server;
      const ask = (at: string) =>
        pool.query(`UPDATE "ScheduleExecution" SET "cancelRequestedAt" = ${at} WHERE id = $1`, [
          runs.running,
        ]);
      await ask('now()');
      try {
        const { page } = await open(`/executions/${runs.running}`);
        await page.locator('header').getByText('Cancelling').waitFor();
        await page.getByText('5 batches', { exact: true }).waitFor();
        expect(await page.getByText(/about .* left|jobs\/min/).count()).toBe(0);
      } finally {
        await ask('NULL');
      }
    });

    test('filters its jobs by status; a job leaves the list when its status changes', async () => {
      const { pool } = admin.server;
      const { page, live } = await open(`/executions/${runs.running}`);
      await live();
      const counts = page.getByRole('list', { name: 'Jobs by status' });
      await counts.getByRole('link', { name: /running/ }).click();
      await rowOf(page, 'AMZN.2').getByText('Running').waitFor();
      await page.getByText('7 total').waitFor();
      await expect.poll(() => rows(page).count()).toBe(7);
      await pool.query(`UPDATE "AgentJobExecution" SET status = 'completed' WHERE "jobId" = $1`, [
        jobIdOf(runs.running, 33),
      ]);
      await recount(pool, runs.running);
      await page.getByText('34 of 50 jobs').waitFor();
      await rowOf(page, 'AMZN.2').waitFor({ state: 'detached' });
      await counts.getByText('6', { exact: true }).waitFor();

      await counts.getByRole('link', { name: /failed/ }).click();
      await rowOf(page, 'PEP').getByText('The model gave no answer within 30 s.').waitFor();
      await rowOf(page, 'AAPL').first().waitFor({ state: 'detached' });
      await expect.poll(() => paramsOf(page)).toEqual({ status: 'FAILED' });
      await page.getByText('2 total').waitFor();
    });

    test('cancels and retries selected jobs, and searches them', async () => {
      const { page, live, expectAccessible } = await open(`/executions/${runs.running}?status=PENDING`);
      await live();
      await rowOf(page, 'AAPL.3').waitFor();
      await page.getByText('10 total').waitFor();
      await page.getByRole('checkbox', { name: 'Select AAPL.3' }).click();
      await page.getByRole('checkbox', { name: 'Select NVDA.3' }).click({ modifiers: ['Shift'] });
      await page.getByText('3 selected').waitFor();
      await page.getByRole('button', { name: 'Cancel…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Cancel 3 jobs?' });
      await dialog.waitFor();
      await expectAccessible();
      await dialog.getByRole('button', { name: 'Cancel 3 jobs' }).click();
      await page.getByText('3 jobs cancelled').waitFor();
      await page.getByText('7 total').waitFor();

      await admin.server.pool.query(
        `UPDATE "AgentJobExecution" SET "settledAt" = now() WHERE "scheduleExecutionId" = $1 AND status = 'cancelled'`,
        [runs.running],
      );
      await page.getByRole('button', { name: 'Clear' }).first().click();
      await page.getByRole('searchbox').fill('operator');
      await rowOf(page, 'MSFT.3').getByText('by an operator').waitFor();
      await page.getByRole('checkbox', { name: 'Select all rows shown' }).click();
      await page.getByRole('button', { name: 'Retry…' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Retry 3 jobs' }).click();
      await page.getByText('3 jobs queued for retry').waitFor();
    });

    test('groups its errors, and retries one group', async () => {
      const { page, live, screenshot, expectAccessible } = await open(
        `/executions/${runs.partial}?tab=errors`,
      );
      await live();
      const groups = page.getByRole('list', { name: 'Errors by message' }).getByRole('listitem');
      await groups.filter({ hasText: 'UNKNOWN_SYMBOL' }).getByText('5 jobs').waitFor();
      await screenshot('executions/errors');
      await expectAccessible();
      await groups.filter({ hasText: 'HTTP_503' }).getByRole('button', { name: 'Retry 1' }).click();
      const dialog = page.getByRole('dialog', { name: 'Retry 1 job?' });
      await dialog.getByText('The agent answered 503 Service Unavailable.').waitFor();
      await dialog.getByRole('button', { name: 'Retry 1 job' }).click();
      await page.getByText('Retrying 1 job').waitFor();
      await groups.filter({ hasText: 'HTTP_503' }).waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Retry failed (5)' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Retry 5 jobs' }).click();
      await page.getByText('No failures so far').waitFor();
      const { rows: found } = await admin.server.pool.query(
        `SELECT count(*)::int AS count FROM "AgentJobExecution" WHERE "scheduleExecutionId" = $1 AND "isLatest" AND status = 'pending'`,
        [runs.partial],
      );
      expect(found).toEqual([{ count: 6 }]);
    });

    test('shows the timeline', async () => {
      const { page, screenshot, expectAccessible } = await open(`/executions/${runs.done}?tab=timeline`);
      const bars = page.getByRole('list', { name: 'Job timeline' });
      await bars.getByRole('link', { name: 'AAPL, completed, ran 800 ms' }).waitFor();
      await screenshot('executions/timeline');
      await expectAccessible();
      await page.getByRole('button', { name: 'Visible rows' }).click();
      await expect.poll(() => paramsOf(page)).toMatchObject({ zoom: 'sight' });
      await page.keyboard.press('j');
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('MSFT');
    });

    test('shows the expansion and the decision', async () => {
      const { page, screenshot, expectAccessible } = await open(`/executions/${runs.done}`);
      await tab(page, 'Expansion').click();
      await page.getByRole('cell', { name: '1 null, 3 duplicates' }).waitFor();
      await page.getByText('"ticker": "db:Ticker:all:symbol').waitFor();
      await screenshot('executions/expansion');
      await expectAccessible();
      await tab(page, 'Decision').click();
      await page.getByRole('tabpanel').getByText('Due at').waitFor();
      await expectAccessible();
      await expect.poll(() => paramsOf(page)).toMatchObject({ tab: 'decision' });
    });

    test('says why a run failed before it had jobs, and why a slot did not run', async () => {
      const { page, expectAccessible } = await open(`/executions/${runs.failed}`);
      const accepted = page.getByText('None accepted');
      await accepted.hover();
      await page.getByText('Retries are not counted.').waitFor();
      await page.getByText('The run failed before it created jobs').waitFor();
      await tab(page, 'Errors').click();
      await page.getByText('there is no table or view "Tickers"; did you mean "Ticker"?').waitFor();
      await page.getByText('The expansion failed, so no jobs were created.').waitFor();
      await expectAccessible();

      await page.goto(`${admin.server.url}/admin/executions/${runs.missed}?tab=expansion`);
      await page.getByText('The slot was skipped, so nothing was expanded.').waitFor();
      await page.getByText('No worker in time, 12 slots').waitFor();
      // On a phone, no fact runs into the next one.
      await page.setViewportSize({ width: 390, height: 844 });
      const tooWide = (facts: Element[]) =>
        facts.filter((fact) => fact.scrollWidth > fact.clientWidth).length;
      await expect.poll(() => page.getByRole('definition').evaluateAll(tooWide)).toBe(0);
      expect(await page.getByRole('definition').count()).toBeGreaterThan(3);
      await page.setViewportSize({ width: 1_280, height: 800 });
      await expect
        .poll(() => page.getByRole('button', { name: 'Cancel' }).getAttribute('aria-description'))
        .toBe('This run has finished.');
    });

    test('shows the graph of a pipeline', async () => {
      const id = await insertPipelineExecution(admin.server.pool, {
        steps: [
          { stepId: 'collect', agentId: 'analysis', parallel: true },
          { stepId: 'write', agentId: 'analysis', parallel: true, dependsOn: ['collect'] },
        ],
      });
      const { page } = await open(`/executions/${id}?tab=graph`);
      await page.getByRole('tabpanel').getByText('collect').first().waitFor();
      await page.getByRole('tabpanel').getByText('write').first().waitFor();
    });

    test('lets an operator cancel it; a viewer is told who may', async () => {
      const viewer = await open(`/executions/${runs.waiting}`, { role: 'viewer' });
      const refused = viewer.page.getByRole('button', { name: 'Cancel' });
      await expect
        .poll(() => refused.getAttribute('aria-description'))
        .toContain('Requires the role OPERATOR');

      const { page, live } = await open(`/executions/${runs.waiting}`);
      await live();
      await page.getByText('Waits until the previous run has ended.').first().waitFor();
      await page.getByRole('button', { name: 'Cancel' }).click();
      const dialog = page.getByRole('dialog', { name: 'Cancel this run?' });
      await dialog.getByText('No jobs exist yet, and none will be created.').waitFor();
      await dialog.getByRole('button', { name: 'Cancel run' }).click();
      await page.getByText('Run cancelled').waitFor();
      for (const shown of [page, viewer.page])
        await shown.locator('header').getByText('Cancelled', { exact: true }).waitFor();
    });

    test('says that a run does not exist', async () => {
      const { page, expectAccessible } = await open('/executions/none');
      await page.getByText('Run not found').waitFor();
      await expectAccessible();
    });

    test.each([
      ['jobs', [1_900, 1_280, 390]],
      ['timeline', [390]],
      ['expansion', [390]],
    ] as const)('is accessible in both themes, wide and on a phone: %s', async (name, widths) => {
      const { page, expectAccessibleInBothThemes } = await open(`/executions/${runs.running}?tab=${name}`, {
        width: widths[0],
      });
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        await page
          .getByRole('tabpanel')
          .getByText(/AAPL|MODEL_TIMEOUT|db:Ticker/)
          .first()
          .waitFor();
        await expectAccessibleInBothThemes(`executions/${name}-${width}`);
        await expect.poll(() => fitsAcross(page)).toBe(true);
      }
    });
  });
});
