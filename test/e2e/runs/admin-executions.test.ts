/** The list of runs in the admin, in a real browser. */
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
import { insertRun, insertRuns, type Runs } from './admin-executions-fixture.js';

describe.skipIf(!chromiumAvailable('executions in the admin'))('runs in the admin', () => {
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

  describe('the list', () => {
    test('shows how each run ended and why', async () => {
      const { page, screenshot, expectAccessible, live } = await open('/executions');
      await live();
      await rowOf(page, 'Weekly Entity').getByText('Succeeded').waitFor();
      await rowOf(page, 'Quote collector').getByText('Partial').waitFor();
      await rowOf(page, 'No worker in time, 12 slots').getByText('Skipped').waitFor();
      await page.getByRole('progressbar', { name: 'Jobs of Daily Newsletter' }).waitFor();
      await rowOf(page, '33/50').getByText('Running').waitFor();
      await screenshot('executions/list-light');
      await expectAccessible();
    });

    test('is filtered by status, in the URL', async () => {
      const { page } = await open('/executions');
      await rowOf(page, 'Weekly Entity').waitFor();
      await page.getByRole('button', { name: 'Status' }).click();
      await page.getByRole('menuitem', { name: 'Running' }).click();
      await rowOf(page, 'Weekly Entity').waitFor({ state: 'detached' });
      await page.keyboard.press('Escape');
      await expect.poll(() => paramsOf(page)).toEqual({ status: 'RUNNING' });
      await page.reload();
      await rowOf(page, '33/50').waitFor();
      await expect.poll(() => rows(page).count()).toBe(1);
      await page.getByRole('button', { name: 'Clear' }).click();
      await rowOf(page, 'Weekly Entity').waitFor();
      await expect.poll(() => paramsOf(page)).toEqual({});
    });

    test('is filtered by schedule, time and text', async () => {
      const { page } = await open('/executions');
      await rowOf(page, 'Weekly Entity').waitFor();
      await page.getByRole('combobox', { name: 'Schedule' }).fill('quote');
      await page.getByRole('option', { name: 'Quote collector' }).click();
      await rowOf(page, 'Daily Newsletter').first().waitFor({ state: 'detached' });
      await expect.poll(() => paramsOf(page)).toEqual({ schedule: runs.schedules.quotes });
      await expect.poll(() => rows(page).count()).toBe(2);

      await page.getByRole('button', { name: 'Time' }).click();
      await page.getByRole('menuitem', { name: 'Last hour' }).click();
      await page.keyboard.press('Escape');
      await expect.poll(() => paramsOf(page)).toMatchObject({ within: '1h' });
      await page.getByRole('searchbox').fill('no such thing');
      await page.getByText('No runs match the filter').waitFor();
    });

    test('can be used by keyboard: to a row, into it, and back', async () => {
      const { page, live } = await open('/executions?trigger=MANUAL');
      await live();
      await rowOf(page, 'analysis').waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Analysis', exact: true }).waitFor();
      await expect.poll(() => new URL(page.url()).pathname).toBe(`/admin/executions/${runs.failed}`);
      await page.goBack();
      await rowOf(page, 'analysis').waitFor();
    });

    test('shows new runs without a reload, and updates counters', async () => {
      const { pool } = admin.server;
      const { page, live } = await open('/executions?trigger=WEBHOOK');
      await live();
      await page.getByText('No runs match the filter').waitFor();
      const id = await insertRun(pool, {
        agentId: 'analysis',
        ago: 0,
        columns: { trigger: 'webhook', runStatus: 'running', jobsCreated: 4, expandedAt: new Date() },
      });
      await rowOf(page, '0/4').waitFor();
      await pool.query(`UPDATE "ScheduleExecution" SET "jobsCompleted" = 3 WHERE id = $1`, [id]);
      await rowOf(page, '3/4').waitFor();
    });

    test('cancels the selected runs, after it says how many have not ended', async () => {
      const { pool } = admin.server;
      await insertRun(pool, { agentId: 'other', ago: 100 });
      await insertRun(pool, {
        agentId: 'other',
        ago: 100,
        columns: { runStatus: 'succeeded', status: 'success' },
      });
      const { page, expectAccessible } = await open('/executions?agent=other');
      await rowOf(page, 'Queued').waitFor();
      // It has not started, so it has no duration.
      expect(
        await rowOf(page, 'Queued')
          .getByText(/^\d+ s$/)
          .count(),
      ).toBe(0);
      await page.getByRole('checkbox', { name: 'Select all rows shown' }).click();
      await page.getByRole('button', { name: 'Cancel…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Cancel 1 run?' });
      await dialog.getByText('1 of 2 selected runs has not finished.').waitFor();
      await expectAccessible();
      await dialog.getByRole('button', { name: 'Cancel 1 run' }).click();
      await page.getByText('Cancelled 1 run').waitFor();
      await rowOf(page, 'Cancelled').waitFor();
    });

    test('is accessible in both themes, on a phone too', async () => {
      const { page, expectAccessibleInBothThemes } = await open('/executions', { width: 1_280 });
      for (const width of [1_280, 390]) {
        await page.setViewportSize({ width, height: 800 });
        await rowOf(page, 'Weekly Entity').waitFor();
        await expectAccessibleInBothThemes(`executions/list-${width}`);
        await expect.poll(() => fitsAcross(page)).toBe(true);
      }
    });
  });
});
