/** Jobs in the admin, in a real browser: the list, and the page of a job with its attempts. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  type AdminBrowser,
  type AdminPage,
  chromiumAvailable,
  fitsAcross,
  leftEdges,
  type PageOptions,
  startAdmin,
} from '../../support/browser.js';
import { attemptIdOf, insertRuns, jobIdOf, type Runs } from '../runs/admin-executions-fixture.js';

describe.skipIf(!chromiumAvailable('jobs in the admin'))('jobs in the admin', () => {
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

  const rowOf = (page: Page, text: string) =>
    page.getByRole('grid').getByRole('row').filter({ hasText: text });
  const paramsOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

  describe('the list', () => {
    test('shows all jobs', async () => {
      const { page, live, screenshot, expectAccessible } = await open('/jobs');
      await live();
      await rowOf(page, 'Analysis INTC.2').getByText('Queued').waitFor();
      await screenshot('jobs/list-light');
      await expectAccessible();
      await expect.poll(() => fitsAcross(page)).toBe(true);
    });

    test('is filtered by the URL; a job that fails appears without a reload', async () => {
      const { pool } = admin.server;
      const { page, live } = await open('/jobs');
      await live();
      await rowOf(page, 'Analysis INTC.2').waitFor();
      await page.getByRole('button', { name: 'Status' }).click();
      await page.getByRole('menuitem', { name: 'Failed' }).click();
      await page.keyboard.press('Escape');
      await rowOf(page, 'Analysis PEP').getByText('The model gave no answer').waitFor();
      await expect.poll(() => paramsOf(page)).toEqual({ status: 'FAILED' });
      await pool.query(
        `UPDATE "AgentJobExecution" SET status = 'failed', error = '{"message": "Out of paper."}' WHERE "jobId" = $1`,
        [jobIdOf(runs.running, 39)],
      );
      await rowOf(page, 'NFLX.2').getByText('Out of paper.').waitFor();

      await page.getByRole('combobox', { name: 'Agent' }).fill('quote');
      await page.getByRole('option', { name: 'Quote Collector' }).click();
      await rowOf(page, 'analysis').first().waitFor({ state: 'detached' });
      await page.getByRole('searchbox').fill('not traded');
      await expect.poll(() => paramsOf(page).q).toBe('not traded');
      await page.getByText('5 total').waitFor();
      await page.reload();
      await page.getByText('5 total').waitFor();
      await expect
        .poll(() => paramsOf(page))
        .toEqual({ status: 'FAILED', agent: 'quote-collector', q: 'not traded' });
    });

    test('retries the selected jobs', async () => {
      const { page, expectAccessible } = await open('/jobs?status=DEAD_LETTER');
      await rowOf(page, 'Quote Collector').first().waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('x');
      await page.getByText('1 selected').waitFor();
      await page.getByRole('button', { name: 'Retry…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Retry 1 job?' });
      await dialog.waitFor();
      await expectAccessible();
      await dialog.getByRole('button', { name: 'Retry 1 job' }).click();
      await page.getByText('1 job queued for retry').waitFor();
    });

    test('works on a phone, in dark mode', async () => {
      const { page, screenshot, expectAccessible } = await open('/jobs', { theme: 'dark', width: 390 });
      await page.getByText('INTC.2').waitFor();
      await screenshot('jobs/list-dark-390');
      await expectAccessible();
      await expect.poll(() => fitsAcross(page)).toBe(true);
    });
  });

  describe('the page of a job', () => {
    test('shows params and answer, retries the job, and shows each attempt', async () => {
      const { pool } = admin.server;
      const jobId = jobIdOf(runs.running, 12);
      const { page, live, screenshot, expectAccessible } = await open(`/jobs/${jobId}`);
      await live();
      await page.getByRole('heading', { name: 'Analysis' }).waitFor();
      await page.getByText('MODEL_TIMEOUT').waitFor();
      await page.getByRole('region', { name: 'params' }).getByText('"ticker": "PEP"').waitFor();
      await page.getByText('HTTP 503 after').waitFor();
      await page.getByText(/^2 of 5$/).waitFor();
      await screenshot('jobs/failed-light');
      await expectAccessible();

      await page.getByRole('button', { name: 'Retry' }).click();
      await page.getByText('Queued attempt 2').waitFor();
      await page.getByRole('heading', { name: 'Attempt 2', exact: true }).waitFor();
      const attempts = page.getByRole('navigation', { name: 'Attempts' });
      await attempts.getByText('2 attempts').waitFor();
      await page.getByText(/^Why this job is waiting:/).waitFor();

      await pool.query(
        `UPDATE "AgentJobExecution" SET status = 'running', "startedAt" = clock_timestamp(), "sentAt" = clock_timestamp() WHERE "jobId" = $1 AND "isLatest"`,
        [jobId],
      );
      await page.getByText('The agent has not responded yet.').waitFor();
      await pool.query(
        `UPDATE "AgentJobExecution" SET status = 'completed', result = '{"articles": 7}', metrics = '{"tokens": 812}', "responseBody" = '{"articles":7}', "statusCode" = 200
         WHERE "jobId" = $1 AND "isLatest"`,
        [jobId],
      );
      await page.getByRole('region', { name: 'result' }).getByText('"articles": 7').waitFor();
      await page.getByRole('region', { name: 'metrics' }).getByText('"tokens": 812').waitFor();
      expect(await page.getByText(/begins like JSON/).count()).toBe(0);
      await screenshot('jobs/retried-light');
      await expectAccessible();

      await attempts.getByRole('link', { name: /#1/ }).click();
      await page.getByRole('heading', { name: 'Attempt 1' }).waitFor();
      await expect.poll(() => paramsOf(page)).toEqual({ attempt: attemptIdOf(runs.running, 12) });
      await page.reload();
      await page.getByText('MODEL_TIMEOUT').waitFor();
      await expect
        .poll(() => page.getByRole('button', { name: 'Retry' }).getAttribute('aria-description'))
        .toBe('Only failed or cancelled jobs can be retried.');
    });

    test('is found by the id of an attempt, and links to what it belongs to', async () => {
      const { page } = await open(`/jobs/${attemptIdOf(runs.done, 3)}`);
      await page.getByRole('heading', { name: 'Attempt 1' }).waitFor();
      await expect.poll(() => new URL(page.url()).pathname).toBe(`/admin/jobs/${jobIdOf(runs.done, 3)}`);
      await page.getByRole('link', { name: `…${runs.done.slice(-8)}` }).click();
      await page.getByText('120 of 120 jobs').waitFor();
    });

    test('says that an answer which is broken JSON has become the result as text', async () => {
      const jobId = jobIdOf(runs.running, 46);
      for (const change of [
        `status = 'running', "startedAt" = clock_timestamp(), "sentAt" = clock_timestamp()`,
        `status = 'completed', result = to_jsonb('{"a": ['::text), "responseBody" = '{"a": [', "statusCode" = 200`,
      ])
        await admin.server.pool.query(
          `UPDATE "AgentJobExecution" SET ${change} WHERE "jobId" = $1 AND "isLatest"`,
          [jobId],
        );
      const { page, expectAccessible } = await open(`/jobs/${jobId}`);
      await page.getByText(/^The response begins like JSON but is not valid JSON/).waitFor();
      await expectAccessible();
    });

    test('says why the job waits, and cancels it', async () => {
      const viewer = await open(`/jobs/${jobIdOf(runs.running, 45)}`, { role: 'viewer' });
      const refused = viewer.page.getByRole('button', { name: 'Cancel' });
      await expect
        .poll(() => refused.getAttribute('aria-description'))
        .toContain('Requires the role OPERATOR');

      const { page, live, screenshot, expectAccessible } = await open(`/jobs/${jobIdOf(runs.running, 45)}`, {
        theme: 'dark',
      });
      await live();
      await page.getByText(/^Why this job is waiting:.* Waiting for \d+ \w+/).waitFor();
      await screenshot('jobs/pending-dark');
      await expectAccessible();
      await page.getByRole('button', { name: 'Cancel' }).click();
      const dialog = page.getByRole('dialog', { name: 'Cancel this job?' });
      await dialog.getByText('The job ends without being sent.').waitFor();
      await expectAccessible();
      await dialog.getByRole('button', { name: 'Cancel job' }).click();
      await page.getByText('Job cancelled').waitFor();
      for (const shown of [page, viewer.page])
        await shown.locator('header').getByText('Cancelled', { exact: true }).waitFor();
    });

    test('says that a job does not exist', async () => {
      const { page } = await open('/jobs/none');
      await page.getByText('Job not found').waitFor();
    });

    test('works on a phone', async () => {
      const { page, screenshot, expectAccessible } = await open(`/jobs/${jobIdOf(runs.running, 20)}`, {
        width: 390,
      });
      await page.getByText('MODEL_TIMEOUT').waitFor();
      await screenshot('jobs/failed-390');
      const facts = page.getByLabel('Details').locator('dt');
      expect(await facts.count()).toBeGreaterThan(2);
      expect(await leftEdges(facts)).toHaveLength(2);
      await expectAccessible();
      await expect.poll(() => fitsAcross(page)).toBe(true);
    });
  });

  test('a job is found by its id in the command palette', async () => {
    const { page } = await open('/jobs');
    await rowOf(page, 'INTC.2').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search, go to a page, or run a command…').fill(jobIdOf(runs.done, 5));
    await page.getByRole('option', { name: /^Job\s*…/ }).click();
    await page.getByRole('heading', { name: 'Attempt 1' }).waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/admin/jobs/${jobIdOf(runs.done, 5)}`);
  });
});
