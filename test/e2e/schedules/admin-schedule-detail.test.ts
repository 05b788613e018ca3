/** The page of a schedule in the admin: its state, the reasons, the next runs, and every action. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { accepts } from '../../support/agent-server.js';
import { chromiumAvailable, fitsAcross } from '../../support/browser.js';
import { insertAgent, insertExpanded } from '../../support/rows.js';
import { addRun } from '../runs/admin-runs-fixture.js';
import { openScheduleFixture, type ScheduleFixture } from './admin-schedule-detail-fixture.js';

describe.skipIf(!chromiumAvailable('the page of a schedule'))('the page of a schedule', () => {
  let fixture: ScheduleFixture;
  beforeAll(async () => {
    fixture = await openScheduleFixture();
  });
  afterEach(() => fixture.tidy());
  afterAll(() => fixture?.close());

  test('says what the schedule is, when it runs next, and why; each coming time has its reason', async () => {
    const { page } = await fixture.open(fixture.weekly, { role: 'viewer' });
    await page.getByRole('heading', { name: 'Weekly Entity Graph Refresh', level: 1 }).waitFor();
    await page.getByText(/02:00, .*Sunday · New York/).waitFor();
    await page.getByText('Enabled', { exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Query Strategy' }).getAttribute('href')).toBe(
      '/admin/agents/query-strategy',
    );
    const why = page.getByRole('complementary', { name: 'Why' });
    await why.getByText('Cron expression').waitFor();
    await why.getByText('chosen', { exact: true }).waitFor();
    expect(await why.getByRole('paragraph').first().textContent()).not.toMatch(/\d{4}-\d\d-\d\dT/);
    await why.getByText('Raw decision').click();
    await why
      .getByText(/"BASELINE_CRON"/)
      .first()
      .waitFor();
    expect(await why.getByRole('region', { name: 'raw decision' }).textContent()).not.toContain('__typename');

    const upcoming = page.getByRole('region', { name: 'Next 10 runs' });
    const times = upcoming.getByRole('button');
    await expect.poll(() => times.count()).toBe(10);
    const changes = page.getByRole('region', { name: 'Clock changes in New York' });
    await changes
      .getByText('02:00 does not exist that day: it runs once, right after the gap (dstGap NEXT_VALID).')
      .waitFor();
    expect(await changes.getByText(/^No effect: /).getAttribute('class')).toBe('text-muted');

    await times.nth(3).click();
    const whyThen = page.getByRole('complementary', { name: /^Why Sun / });
    await whyThen.getByRole('paragraph').getByText('cron 0 2 * * 0 in America/New_York').waitFor();
    await page.reload();
    await whyThen.getByRole('paragraph').getByText('cron 0 2 * * 0 in America/New_York').waitFor();
    await expect.poll(() => times.nth(3).getAttribute('aria-pressed')).toBe('true');
    await whyThen.getByRole('button', { name: 'Close' }).click();
    await why.waitFor();
  });

  test('shows in the history also slots that did not run, with reasons; the filters are in the URL', async () => {
    const { page } = await fixture.open(fixture.weekly, { role: 'viewer' });
    await page.getByRole('tab', { name: 'History' }).click();
    const rows = page.getByRole('grid', { name: 'History' }).getByRole('rowgroup').last().getByRole('row');
    await expect.poll(() => rows.count()).toBe(8);
    await page.getByRole('button', { name: 'Status', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Skipped' }).click();
    await expect.poll(() => rows.count()).toBe(3);
    await page.getByRole('button', { name: 'Reason', exact: true }).click();
    await page.getByRole('menuitem', { name: 'No worker in time' }).click();
    await expect.poll(() => rows.count()).toBe(1);
    await rows.first().getByText('×12').waitFor();
    await rows.first().getByText('No worker was available in time').waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe('?tab=history&status=SKIPPED&reason=MISFIRE');
    await page.reload();
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect.poll(() => rows.count()).toBe(8);
    await expect
      .poll(() => rows.first().getByRole('link').getAttribute('href'))
      .toMatch(/^\/admin\/executions\/[0-9a-f-]{36}$/);
  });

  test('says how the last run ended, and shows all of a long name on a phone', async () => {
    const { page } = await fixture.open(fixture.weekly);
    await page.locator('dl').getByText('Succeeded').waitFor();

    const name = 'Nightly refresh of every entity of every ticker that somebody follows, in all regions';
    const id = await fixture.add({ name, cronExpression: '0 0 1 1 *' });
    const phone = await fixture.open(id, { width: 390, height: 844 });
    const title = phone.page.getByRole('heading', { name, level: 1 });
    const isWhole = await title.evaluate(
      ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
        scrollWidth <= clientWidth && scrollHeight <= clientHeight,
    );
    expect(isWhole).toBe(true);
    expect(await fitsAcross(phone.page)).toBe(true);
  });

  test('triggers a run with other params, which reach the agent, and the run appears without a reload', async () => {
    const id = await fixture.add({
      name: 'Quote collector',
      cronExpression: '0 0 1 1 *',
      params: { symbol: 'AAPL', depth: 2 },
    });
    const { page, live } = await fixture.open(id, { role: 'operator', query: '?tab=history' });
    await page.getByText('No runs yet').waitFor();
    await live();
    fixture.agent.reset();
    await page.keyboard.press('t');
    const dialog = page.getByRole('dialog', { name: 'Trigger Quote collector' });
    const editor = dialog.getByRole('textbox', { name: 'Params' });
    await editor.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('{"symbol": ');
    await dialog
      .getByText(/Invalid JSON/)
      .first()
      .waitFor();
    await page.keyboard.insertText('"MSFT"}');
    await dialog.getByText('Omitted, so the schedule’s values apply: depth.').waitFor();
    await dialog.getByText('1 job').waitFor();
    await page.keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Triggered Quote collector').waitFor();
    const row = page.getByRole('row', { name: /Succeeded/ });
    await row.getByText('Manual').waitFor();
    expect(fixture.agent.ledger.map(({ body }) => body.params)).toEqual([{ symbol: 'MSFT', depth: 2 }]);
  });

  test('triggers a run later, with options of its own, and says which of them is invalid', async () => {
    const id = await fixture.add({ name: 'Later', cronExpression: '0 0 1 1 *' });
    const { page } = await fixture.open(id, { role: 'operator' });
    await page.getByRole('button', { name: 'Trigger…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Trigger Later' });
    await dialog.getByText('Options for this run').click();
    await dialog.getByLabel('Priority').fill('high');
    const refusal = () => dialog.getByRole('button', { name: /^Trigger/ }).getAttribute('aria-description');
    await expect.poll(refusal).toBe('Priority: must be a whole number');
    await dialog.getByLabel('Priority').fill('7');
    await dialog.getByLabel('Requirements').fill('{"region"');
    await expect.poll(refusal).toMatch(/^Requirements: Invalid JSON/);
    await dialog.getByLabel('Requirements').fill('{"region": "eu"}');
    await dialog.getByLabel('Or start at').fill('2039-07-01T09:00');
    await dialog.getByLabel('Attempt timeout').fill('5m');
    await dialog.getByLabel('Custom retries').check();
    await dialog.getByLabel('Maximum retries').fill('4');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Scheduled a run of Later').waitFor();
    const { rows } = await fixture.admin.server.pool.query(
      'SELECT "fireAt", snapshot FROM "ScheduleExecution" WHERE "scheduleId" = $1',
      [id],
    );
    expect(rows).toMatchObject([
      {
        fireAt: new Date('2039-07-01T07:00:00Z'),
        snapshot: {
          priority: 7,
          requirements: { region: 'eu' },
          timeout: 300_000,
          retryConfig: { maxRetries: 4, backoff: 'exponential', delay: 5_000 },
        },
      },
    ]);
  });

  test('pauses until a time with a note, and resumes', async () => {
    const id = await fixture.add({ name: 'Nightly', cronExpression: '0 3 * * *' });
    const { page, expectAccessible, screenshot } = await fixture.open(id, { role: 'operator' });
    await page.getByRole('button', { name: 'Pause…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pause Nightly' });
    await expect
      .poll(() => dialog.getByLabel('Until').evaluate((field) => field === document.activeElement))
      .toBe(true);
    await expectAccessible();
    await screenshot('schedule-pause-light');
    await dialog.getByLabel('Until').fill('2020-01-01T00:00');
    await dialog.getByRole('button', { name: 'Pause', exact: true }).click();
    await dialog.getByText('Choose a time in the future.').waitFor();
    await dialog.getByRole('button', { name: 'Tomorrow 9:00' }).click();
    await dialog.getByLabel('Note').fill('vendor is down');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page
      .getByRole('status')
      .getByText(/Paused until .*vendor is down/)
      .waitFor();
    await page
      .getByRole('complementary', { name: 'Why' })
      .getByText(/^Paused until/)
      .waitFor();
    await screenshot('schedule-paused-light');
    await page.getByRole('button', { name: 'Resume' }).first().click();
    await page.getByText('Enabled', { exact: true }).waitFor();
    const { rows } = await fixture.admin.server.pool.query(
      'SELECT "pausedUntil" FROM "Schedule" WHERE id = $1',
      [id],
    );
    expect(rows).toEqual([{ pausedUntil: null }]);
  });

  test('says in its head why the last run failed and why slots were skipped, and leads to both', async () => {
    const id = await fixture.add({ name: 'Troubled', interval: '1h' });
    const { pool } = fixture.admin.server;
    const { id: failed } = await insertExpanded(
      pool,
      { agentId: 'query-strategy', jobs: [{}, {}, {}, {}] },
      async (client, ids) => {
        await client.query(`UPDATE "AgentJobExecution" SET status = 'running' WHERE id = ANY ($1)`, [ids]);
        await client.query(
          `UPDATE "AgentJobExecution" SET status = 'failed', "completedAt" = now(), "settledAt" = now(),
             error = jsonb_build_object('message', CASE WHEN id = $2 THEN 'The connection was refused' ELSE 'The agent answered 500' END)
           WHERE id = ANY ($1)`,
          [ids, ids[0]],
        );
        await client.query(
          `UPDATE "ScheduleExecution" SET "scheduleId" = $2, trigger = 'schedule', "slotAt" = now(), "fireAt" = now(), status = 'success',
             "runStatus" = 'failed', "completedAt" = now(), "jobsCreated" = 4, "jobsFailed" = 4,
             errors = '[{"message": "An attempt that was retried", "count": 9}]'
           WHERE id = (SELECT "scheduleExecutionId" FROM "AgentJobExecution" WHERE id = $1)`,
          [ids[0], id],
        );
      },
    );
    const skipped = await addRun(pool, {
      scheduleId: id,
      minutesAgo: 0,
      runStatus: null,
      columns: { reason: 'overlap', missedCount: 3, lastSlotAt: new Date() },
    });
    const { page, live } = await fixture.open(id);
    await live();
    const failure = page.getByRole('status').filter({ hasText: 'The last run failed' });
    await failure.getByText('The agent answered 500 × 3 and 1 other error').waitFor();
    expect(await failure.getByRole('link').getAttribute('href')).toBe(`/admin/executions/${failed}`);
    const skip = page.getByRole('status').filter({ hasText: /3 slots from .* did not run/ });
    await skip.getByText('an earlier run was still active').waitFor();
    expect(await skip.getByRole('link').getAttribute('href')).toBe(`/admin/executions/${skipped}`);
    await addRun(pool, { scheduleId: id, minutesAgo: 0, tookMs: 30, runStatus: 'succeeded' });
    await failure.waitFor({ state: 'detached' });
    await skip.waitFor({ state: 'detached' });
  });

  test('names the last failure even if more runs are open than its head reads', async () => {
    const id = await fixture.add({ name: 'Piled up', interval: '1h' });
    const { pool } = fixture.admin.server;
    const errors = JSON.stringify([{ message: 'The table is gone', count: 1 }]);
    await addRun(pool, {
      scheduleId: id,
      minutesAgo: 60,
      tookMs: 30,
      runStatus: 'failed',
      columns: { errors },
    });
    for (let minutesAgo = 40; minutesAgo > 15; minutesAgo--)
      await addRun(pool, { scheduleId: id, minutesAgo, runStatus: 'pending' });
    const { page } = await fixture.open(id);
    const failure = page.getByRole('status').filter({ hasText: 'The last run failed' });
    await failure.getByText('The table is gone').waitFor();
  });

  test('says that a schedule past its end has ended, and that enabling it would change nothing', async () => {
    const { pool } = fixture.admin.server;
    const id = await fixture.add({ name: 'Over', interval: '1h' });
    await pool.query(
      `UPDATE "Schedule" SET enabled = false, "nextRunAt" = NULL, "startAt" = NULL, "endAt" = now() - interval '1 hour' WHERE id = $1`,
      [id],
    );
    const { page } = await fixture.open(id);
    await page.getByRole('heading', { name: 'Over', level: 1 }).waitFor();
    await page.getByText('Done', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Enable' }).count()).toBe(0);
  });

  test('does not promise runs while the schedule is blocked', async () => {
    const { pool } = fixture.admin.server;
    await insertAgent(pool, 'stopped', fixture.agent.url, { name: 'Stopped' });
    const id = await fixture.add({ name: 'Blocked', interval: '1h', agentId: 'stopped' });
    await pool.query(`UPDATE "AgentRegistry" SET enabled = false WHERE id = 'stopped'`);
    await pool.query(`UPDATE "Schedule" SET flag = 'invalid_target' WHERE id = $1`, [id]);
    const { page } = await fixture.open(id);
    await page.getByRole('status').getByText('Its agent "Stopped" is disabled').waitFor();
    await page.getByText('Next slot', { exact: true }).waitFor();
    await page.getByText(/, skipped while the schedule is blocked$/).waitFor();
    await page.getByRole('heading', { name: 'Next 10 runs if the schedule were not blocked' }).waitFor();
  });

  test('lets admins disable and enable the schedule; others are told why they cannot', async () => {
    const id = await fixture.add({ name: 'Switchable', interval: '1h' });
    const operator = await fixture.open(id, { role: 'operator' });
    await operator.page.getByRole('button', { name: 'More actions' }).click();
    await operator.page.getByRole('menuitem', { name: /Disable.*Requires the role ADMIN/ }).waitFor();
    await operator.page.keyboard.press('Escape');
    await operator.page.getByRole('menu').waitFor({ state: 'detached' });
    await expect
      .poll(() => operator.page.getByRole('button', { name: 'Edit' }).first().getAttribute('aria-disabled'))
      .toBe('true');

    const { page } = await fixture.open(id);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    await page.getByText('Schedule disabled').waitFor();
    // An undo stays while the pointer is over it.
    await page.getByRole('button', { name: 'Undo' }).hover();
    await page
      .getByRole('status')
      .getByText(/^Disabled since/)
      .waitFor();
    await page.getByText('if the schedule were enabled').waitFor();
    await operator.page.getByText('Disabled', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Enabled', { exact: true }).waitFor();
  });

  test('accepts a hint, which decides until it is cleared', async () => {
    const id = await fixture.add({ name: 'Watcher', interval: '6h', minInterval: '10m' });
    const { page, screenshot } = await fixture.open(id, { role: 'operator', query: '?tab=hints' });
    await page.getByText('No active hint').waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Propose hint…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Propose a hint for Watcher' });
    await dialog.getByRole('button', { name: 'Propose hint', exact: true }).click();
    await dialog.getByText('Enter an interval or a time for an extra run.').waitFor();
    await dialog.getByText('Enter a reason.').waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('div')?.textContent))
      .toContain('Interval');
    await dialog.getByLabel('Interval').fill('100ms');
    await dialog.getByLabel('Reason').fill('errors are rising');
    await page.keyboard.press('Control+Enter');
    await dialog.getByText('100ms is too short: the minimum is 1s', { exact: true }).waitFor();
    await dialog.getByLabel('Interval').fill('5m');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Current hint', { exact: true }).first().waitFor();
    await page.getByText('“errors are rising”').first().waitFor();
    const why = page.getByRole('complementary', { name: 'Why' });
    await why.getByText('Hint: interval').waitFor();
    await why.getByText('minInterval 10m', { exact: true }).waitFor();
    await screenshot('schedule-hint-light');
    await page.getByRole('tab', { name: 'Upcoming' }).click();
    await page
      .getByRole('region', { name: /^Next / })
      .getByText('Minimum interval')
      .first()
      .waitFor();
    await page.getByRole('tab', { name: 'Hints' }).click();
    await page.getByRole('button', { name: 'Clear hint' }).click();
    await page.getByText('No active hint').waitFor();
    await why.getByText('Hint: interval').waitFor({ state: 'detached' });
  });

  test('counts past slots before it runs them, without those that have run', async () => {
    const id = await fixture.add({ name: 'Hourly', cronExpression: '0 * * * *' });
    const { page, live, screenshot, expectAccessible } = await fixture.open(id, {
      role: 'operator',
      query: '?tab=backfills',
    });
    await page.getByText('No backfills yet').waitFor();
    await live();
    await page.keyboard.press('b');
    const dialog = page.getByRole('dialog', { name: 'Backfill Hourly' });
    // At a full hour it may be the slot of that hour as well.
    await dialog.getByRole('button', { name: /^Backfill 2[45] slots$/ }).waitFor();
    await dialog.getByText(/none of which has run/).waitFor();
    await dialog.getByLabel('From').fill('2099-01-01T00:00');
    await dialog.getByText('must be before "to"').waitFor();
    await dialog.getByLabel('From').fill('2026-01-01T00:00');
    await dialog.getByLabel('To', { exact: true }).fill('2026-01-01T06:00');
    await dialog.getByRole('button', { name: 'Backfill 6 slots' }).waitFor();
    await expectAccessible();
    await screenshot('schedule-backfill-light');
    await dialog.getByRole('switch', { name: 'Override params' }).click();
    await dialog.getByRole('textbox', { name: 'Params' }).fill('{"replay": true}');
    await dialog.getByText('Omitted, so the schedule’s values apply: symbol.').waitFor();
    fixture.agent.reset();
    await dialog.getByRole('button', { name: 'Backfill 6 slots' }).click();
    await dialog.waitFor({ state: 'detached' });
    const list = page.getByRole('list', { name: 'Backfills' });
    await list.getByText('6 of 6').waitFor();
    await list.getByText('{"replay":true}').waitFor();
    await list.getByText('Completed', { exact: true }).waitFor();
    expect(fixture.agent.ledger.map(({ body }) => body.params)).toEqual(
      Array.from({ length: 6 }, () => ({ symbol: 'AAPL', replay: true })),
    );

    await page.getByRole('button', { name: 'Backfill…' }).first().click();
    await dialog.getByLabel('From').fill('2026-01-01T00:00');
    await dialog.getByLabel('To', { exact: true }).fill('2026-01-01T12:00');
    await dialog.getByText(': 6 of 12 have already run.').waitFor();
    await dialog.getByRole('button', { name: 'Backfill 6 slots' }).waitFor();
  });

  test('shows the progress of a backfill live, and cancels the rest', async () => {
    const id = await fixture.add({ name: 'Hourly', cronExpression: '0 * * * *' });
    fixture.agent.behave(accepts);
    const { page, live, screenshot, expectAccessible } = await fixture.open(id, {
      role: 'operator',
      query: '?tab=backfills',
    });
    await live();
    await page.getByRole('button', { name: 'Backfill…' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Backfill Hourly' });
    await dialog.getByLabel('From').fill('2026-01-01T00:00');
    await dialog.getByLabel('To', { exact: true }).fill('2026-01-01T06:00');
    await dialog.getByLabel('Concurrency').fill('2');
    await dialog.getByRole('button', { name: 'Backfill 6 slots' }).click();
    const list = page.getByRole('list', { name: 'Backfills' });
    await list.getByText(/2 queued or running, up to 2 at a time/).waitFor();
    await expectAccessible();
    await screenshot('schedule-backfilling-light');
    await list.getByRole('link', { name: 'View runs' }).first().click();
    const rows = page.getByRole('grid', { name: 'History' }).getByRole('rowgroup').last().getByRole('row');
    await expect.poll(() => rows.count()).toBe(2);
    await page.getByRole('tab', { name: 'Backfills' }).click();
    await list.getByRole('button', { name: 'Cancel…' }).click();
    const confirm = page.getByRole('dialog', { name: 'Cancel this backfill?' });
    await confirm.getByText('4 slots that have not started will not run.').waitFor();
    await confirm.getByText('2 runs in progress will be cancelled.').waitFor();
    await confirm.getByRole('button', { name: 'Cancel backfill' }).click();
    await list.getByText('Cancelled', { exact: true }).waitFor();
    await list.getByText(/2 cancelled/).waitFor();
  });

  test('shows params with their expansion, settings in words, and who changed what', async () => {
    const { page } = await fixture.open(fixture.weekly, { query: '?tab=params' });
    await page.getByRole('region', { name: 'Expansion' }).getByText('100 jobs').waitFor();
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByText('Waits 5 s, 10 s, 20 s between attempts.').waitFor();
    await page.getByText('Allow: run both').waitFor();
    await fixture.admin.server.pool.query(`UPDATE "Schedule" SET priority = 7 WHERE id = $1`, [
      fixture.weekly,
    ]);
    await expect
      .poll(() => page.getByRole('region', { name: 'Delivery' }).textContent())
      .toContain('Priority7');
    await page.getByRole('tab', { name: 'Audit log' }).click();
    const entries = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem');
    await expect.poll(() => entries.first().textContent()).toMatch(/priority.*0.*7/);

    const viewer = await fixture.open(fixture.weekly, { role: 'viewer', query: '?tab=audit' });
    await viewer.page.getByText(/Requires the role ADMIN/).waitFor();
    await viewer.page.getByRole('tab', { name: 'Params' }).click();
    await viewer.page.getByText(/Requires the role OPERATOR/).waitFor();
  });

  test('is deleted after saying what that means; a missing schedule is reported', async () => {
    const id = await fixture.add({ name: 'Short-lived', interval: '1d' });
    const other = await fixture.open(id, { role: 'viewer' });
    await other.live();
    const { page } = await fixture.open(id);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Short-lived?' });
    await dialog.getByText('Past runs remain listed under Runs.').waitFor();
    await dialog.getByRole('button', { name: 'Delete schedule' }).click();
    await page.getByRole('heading', { name: 'Schedules', level: 1 }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
    await other.page.getByText('Schedule not found').waitFor();
  });
});
