/** The list of schedules in a real browser. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  type AdminBrowser,
  type AdminPage,
  chromiumAvailable,
  fitsAcross,
  type PageOptions,
  startAdmin,
} from '../../support/browser.js';
import { createWorkspace, startRun, type Workspace } from './admin-schedules-fixture.js';

const PATH = '/scheduler/schedules';

describe.skipIf(!chromiumAvailable('the list of schedules'))('the list of schedules', () => {
  let admin: AdminBrowser;
  let workspace: Workspace;

  beforeAll(async () => {
    admin = await startAdmin();
    workspace = await createWorkspace(admin.server);
    await startRun(admin.server.pool, idOf('Daily Newsletter for All Tickers'), 50, 31);
  });
  afterEach(async () => {
    // What one test adds does not affect others, even if it fails.
    await admin.server.pool.query(
      `DELETE FROM "Schedule" WHERE name LIKE 'Many%' OR name IN ('Busy', 'Newcomer')`,
    );
    await admin.closePages();
  });
  afterAll(() => admin?.close());

  const idOf = (name: string) => workspace.ids.get(name) as string;

  function open(options: PageOptions = {}): Promise<AdminPage> {
    return admin.open({ role: 'admin', path: PATH, ...options });
  }

  async function listPage(options: PageOptions = {}): Promise<AdminPage> {
    const opened = await open(options);
    await opened.page.getByRole('row', { name: /Weekly Entity Graph Refresh/ }).waitFor();
    return opened;
  }

  test('shows when each schedule runs, its state, and its results', async () => {
    const { page } = await listPage();
    const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
    await row('Weekly').getByText('02:00, on Sunday').waitFor();
    await row('Weekly').getByText('New York').waitFor();
    await row('Weekly').getByText('90%').waitFor();
    await row('Weekly').getByRole('img', { name: '18 succeeded, 1 failed, 1 partial' }).waitFor();
    await row('Quote').getByText('resumes in').waitFor();
    await row('Quote').getByText('“vendor”').waitFor();
    await row('Quote').getByRole('img', { name: '1 skipped (overlap)' }).waitFor();
    // The page is 1,280 pixels wide.
    const blocked = row('Orphan').getByText('target unavailable');
    await blocked.waitFor();
    await expect.poll(() => blocked.evaluate((text) => text.scrollWidth > text.clientWidth)).toBe(false);
    await row('On demand').getByText('when triggered').waitFor();
    await row('Old report').getByText('Disabled', { exact: true }).waitFor();
    await row('Daily').getByText('31/50').waitFor();
  });

  test('is live: progress, the end of a run, a new schedule, a pause', async () => {
    const { pool } = admin.server;
    const { page, live } = await listPage();
    await live();
    const row = page.getByRole('row', { name: /Old report/ });
    const execution = await startRun(pool, idOf('Old report'), 10, 4);
    await row.getByText('4/10').waitFor();
    await row.getByRole('progressbar', { name: 'Old report: jobs' }).waitFor();
    await pool.query(`UPDATE "ScheduleExecution" SET "jobsCompleted" = 8 WHERE id = $1`, [execution]);
    await row.getByText('9/10').waitFor();
    await pool.query(
      `UPDATE "ScheduleExecution" SET "jobsCompleted" = 9, status = 'success', "runStatus" = 'partial', "completedAt" = now()
       WHERE id = $1`,
      [execution],
    );
    await row.getByText('Partial').waitFor();
    await row.getByRole('img', { name: '1 partial' }).waitFor();

    await workspace.add({ name: 'Newcomer', interval: '1h' });
    const newcomer = page.getByRole('row', { name: /Newcomer/ });
    await newcomer.getByText('Every hour').waitFor();
    await pool.query(
      `UPDATE "Schedule" SET "pausedUntil" = now() + interval '2 days' WHERE name = 'Newcomer'`,
    );
    await newcomer.getByText('resumes in').waitFor();
    await pool.query(`DELETE FROM "Schedule" WHERE name = 'Newcomer'`);
    await newcomer.waitFor({ state: 'detached' });
  });

  test('keeps filters, search and order in the URL', async () => {
    const { page } = await listPage();
    const rows = page.getByRole('rowgroup').last().getByRole('row');
    const daily = page.getByRole('row', { name: /Daily Newsletter/ });
    await page.getByRole('button', { name: 'Status' }).click();
    await page.getByRole('menuitem', { name: 'Paused' }).click();
    await daily.waitFor({ state: 'detached' });
    await expect.poll(() => rows.count()).toBe(1);
    await page.reload();
    await page.getByRole('row', { name: /Quote collector/ }).waitFor();
    await expect.poll(() => rows.count()).toBe(1);
    await page.goBack();
    await daily.waitFor();

    await page.getByRole('button', { name: 'Target' }).click();
    await page.getByRole('menuitem', { name: 'Pipeline' }).click();
    await page.getByRole('row', { name: /Quote/ }).waitFor({ state: 'detached' });
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('combobox', { name: 'Agent' }).fill('query');
    await page.getByRole('option', { name: 'Query Strategy' }).click();
    await daily.waitFor({ state: 'detached' });
    await expect.poll(() => rows.count()).toBe(1);
    await expect.poll(() => page.url()).toContain('agent=query-strategy');
    await page.getByRole('button', { name: 'Clear' }).click();

    await page.getByRole('button', { name: 'Next run' }).click();
    await expect.poll(() => page.url()).toContain('sort=NEXT_RUN_AT');
    await expect.poll(() => rows.first().textContent()).toMatch(/Quote|Orphan/);
    await page.getByRole('button', { name: 'Sorted by next run' }).click();
    await page.getByRole('menuitem', { name: 'Created' }).click();
    await expect.poll(() => page.url()).toContain('sort=CREATED_AT');
    await expect.poll(() => rows.first().textContent()).toContain('Daily Newsletter');
    // An open menu handles the keys.
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    await page.keyboard.type('zzz');
    await page.getByText('No schedules match the filter').waitFor();
  });

  describe('many schedules at once', () => {
    test('are paused with a note, after a confirmation with their number, and resumed by undo', async () => {
      const { pool } = admin.server;
      const { page, screenshot, expectAccessible } = await listPage();
      await page.getByRole('checkbox', { name: 'Select Backfill AAPL' }).click();
      await page.getByRole('checkbox', { name: 'Select Filings' }).click({ modifiers: ['Shift'] });
      await page.getByText('3 selected').waitFor();
      await screenshot('schedules-selected');
      await page.getByRole('button', { name: 'Pause…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Pause 3 schedules?' });
      await dialog
        .getByText('Backfill AAPL, Daily Newsletter for All Tickers, Filings, every weekday')
        .waitFor();
      await dialog.getByRole('button', { name: 'Tomorrow 9:00' }).click();
      await dialog.getByLabel('Note').fill('market holiday');
      await expectAccessible();
      await screenshot('schedules-pause');
      await dialog.getByRole('button', { name: 'Pause 3 schedules' }).click();
      await page.getByText('3 schedules paused').waitFor();
      // An undo stays while the pointer is over it.
      await page.getByRole('button', { name: 'Undo' }).hover();
      await page.getByRole('row', { name: /Filings.*market holiday/ }).waitFor();
      const paused = () =>
        pool.query(
          `SELECT name FROM "Schedule" WHERE "pausedUntil" > now() AND "pauseNote" = 'market holiday'`,
        );
      expect((await paused()).rowCount).toBe(3);
      await page.getByRole('toolbar').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('3 schedules resumed').waitFor();
      expect((await paused()).rowCount).toBe(0);
    });

    test('are disabled by keyboard; undo enables only those that were enabled', async () => {
      const { pool } = admin.server;
      const { page } = await open({ path: `${PATH}?q=o` });
      await page.getByRole('row', { name: /Old report/ }).waitFor();
      const enabled = async () =>
        (await pool.query(`SELECT name FROM "Schedule" WHERE enabled ORDER BY name`)).rows.map(
          ({ name }) => name,
        );
      const before = await enabled();
      await page.getByRole('row', { name: /Old report/ }).focus();
      await page.keyboard.press('x');
      await page.keyboard.press('j');
      await page.keyboard.press('X');
      await page.getByText('2 selected').waitFor();
      await page.getByRole('button', { name: 'Disable' }).click();
      await page
        .getByRole('dialog', { name: 'Disable 2 schedules?' })
        .getByText('Old report, On demand')
        .waitFor();
      await page.getByRole('button', { name: 'Disable 2 schedules' }).click();
      await page.getByText('2 schedules disabled').waitFor();
      await page.getByRole('button', { name: 'Undo' }).hover();
      expect(await enabled()).toEqual(before.filter((name) => name !== 'On demand'));
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('1 schedule enabled').waitFor();
      expect(await enabled()).toEqual(before);
    });

    test('keys go on working after a checkbox was clicked', async () => {
      const { page } = await listPage();
      await page.getByRole('checkbox', { name: 'Select Old report' }).click();
      await page.keyboard.press('j');
      await page.keyboard.press('x');
      await page.getByText('2 selected').waitFor();
      await page.getByRole('checkbox', { name: 'Select Quote collector' }).click();
      await page.keyboard.press('Escape');
      await page.getByText(/\d selected/).waitFor({ state: 'detached' });
    });

    test('are selected by a finger beside the checkbox too', async () => {
      const { page } = await listPage({ width: 375 });
      const touch = await page.context().newCDPSession(page);
      await touch.send('Emulation.setTouchEmulationEnabled', { enabled: true });
      const box = page.getByRole('checkbox', { name: 'Select Quote collector' });
      await box.scrollIntoViewIfNeeded();
      const { x, y, width, height } = (await box.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      await page.mouse.click(x + width / 2 - 11, y + height / 2 + 20);
      await page.getByText('1 selected').waitFor();
      expect(await box.isChecked()).toBe(true);
    });

    test('are triggered once, and refusals are shown', async () => {
      const { pool } = admin.server;
      const busy = await workspace.add({ name: 'Busy', interval: '1h', concurrencyPolicy: 'forbid' });
      await startRun(pool, busy, 3, 1);
      const { page } = await listPage();
      await page.getByRole('checkbox', { name: 'Select Busy' }).click();
      await page.getByRole('checkbox', { name: 'Select Quote collector' }).click();
      await page.getByRole('button', { name: 'Trigger' }).click();
      await page.getByRole('button', { name: 'Trigger 2 schedules' }).click();
      const region = page.getByRole('region', { name: 'Notifications' });
      await region.getByText('1 schedule triggered').waitFor();
      await region.getByText(/1 refused\. Busy: /).waitFor();
      // The button that had the focus is gone with the selection.
      await page.locator('[role="row"]:focus').waitFor();
      const { rows } = await pool.query(
        `SELECT id FROM "ScheduleExecution" WHERE "scheduleId" = $1 AND trigger = 'manual'`,
        [idOf('Quote collector')],
      );
      expect(rows).toHaveLength(1);
      await page
        .getByRole('row', { name: /Quote collector/ })
        .getByText('Starting')
        .waitFor();
    });

    test('can be selected beyond those that are shown, if they match', async () => {
      const { pool } = admin.server;
      await pool.query(
        `INSERT INTO "Schedule" (id, name, repeat, interval, "targetType", "agentId", params, "originAt", "activatedAt", "createdBy")
         SELECT 'many-' || n, 'Many ' || lpad(n::text, 3, '0'), 'repeating', 3600000, 'agent', 'analysis', '{}', now(), now(), 'test'
         FROM generate_series(1, 104) n`,
      );
      const { page } = await open({ path: `${PATH}?q=many` });
      await page.getByRole('row', { name: /Many 001/ }).waitFor();
      await page.getByRole('checkbox', { name: 'Select all rows shown' }).click();
      await page.getByRole('button', { name: 'Select all 104 schedules' }).click();
      await page.getByRole('button', { name: 'Disable' }).click();
      await page.getByText('All 104 schedules that match the filter.').waitFor();
      await page.getByRole('button', { name: 'Disable 104 schedules' }).click();
      await page.getByText('104 schedules disabled').waitFor();
      const { rows } = await pool.query(
        `SELECT count(*) FROM "Schedule" WHERE name LIKE 'Many%' AND enabled`,
      );
      expect(Number(rows[0].count)).toBe(0);
    });

    test('cannot be changed by viewers, who are told why', async () => {
      const { page } = await listPage({ role: 'viewer' });
      const create = page.getByRole('button', { name: 'Create schedule' });
      await expect.poll(() => create.getAttribute('aria-disabled')).toBe('true');
      await page.getByRole('checkbox', { name: 'Select Quote collector' }).click();
      const trigger = page.getByRole('button', { name: 'Trigger' });
      await expect
        .poll(() => trigger.getAttribute('aria-description'))
        .toContain('Requires the role OPERATOR');
      await trigger.click({ force: true });
      expect(await page.getByRole('dialog').count()).toBe(0);
    });
  });

  test('the command palette finds a schedule by name', async () => {
    const { page } = await listPage();
    await page.keyboard.press('Control+k');
    const typed = page.getByPlaceholder(/run a command/);
    await expect.poll(() => typed.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type('weekly ent');
    await page.getByRole('option', { name: /Weekly Entity Graph Refresh/ }).waitFor();
  });

  test('an empty list explains the first step', async () => {
    const { page, expectAccessible, screenshot } = await open({ path: '/sign-in' });
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('"operationName":"ScheduleList"')) return route.continue();
      const pageInfo = { endCursor: null, hasNextPage: false, __typename: 'PageInfo' };
      const count = { totalCount: 0, totalCountPrecision: 'EXACT', searchedBack: null };
      const schedules = { ...count, edges: [], pageInfo, __typename: 'ScheduleConnection' };
      await route.fulfill({ json: { data: { schedules } } });
    });
    await page.goto(`${admin.server.url}/admin${PATH}`);
    await page.getByText('No schedules yet').waitFor();
    await page.getByText('createSchedule(input').waitFor();
    await expectAccessible();
    await screenshot('schedules-empty');
  });

  test('the list is accessible in both themes, on a phone too', async () => {
    const { page, live, expectAccessibleInBothThemes, screenshot } = await listPage();
    await live();
    await expectAccessibleInBothThemes('schedules');
    await page.setViewportSize({ width: 1_680, height: 900 });
    await screenshot('schedules-wide');
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => fitsAcross(page)).toBe(true);
    await expectAccessibleInBothThemes('schedules-390');
  });
});
