/** Creating, changing and copying a schedule in a real browser. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  type AdminBrowser,
  type AdminPage,
  chromiumAvailable,
  type PageOptions,
  startAdmin,
} from '../../support/browser.js';
import { createWorkspace, type Workspace } from './admin-schedules-fixture.js';

const PATH = '/scheduler/schedules';

describe.skipIf(!chromiumAvailable('the form of schedules'))('the schedule form', () => {
  let admin: AdminBrowser;
  let workspace: Workspace;
  let opened: AdminPage[] = [];

  beforeAll(async () => {
    admin = await startAdmin();
    workspace = await createWorkspace(admin.server);
  });
  afterEach(async () => {
    const pages = opened;
    opened = [];
    await Promise.all(pages.map(({ page }) => page.context().close()));
    expect(pages.flatMap(({ problems }) => problems)).toEqual([]);
  });
  afterAll(() => admin?.close());

  const idOf = (name: string) => workspace.ids.get(name) as string;

  async function open(options: PageOptions = {}): Promise<AdminPage> {
    const page = await admin.open({ role: 'admin', path: `${PATH}/new`, ...options });
    opened.push(page);
    await page.page.getByLabel('Name').waitFor();
    await page.page.getByRole('textbox', { name: 'Params' }).waitFor();
    return page;
  }

  async function stored(name: string): Promise<Record<string, unknown>> {
    const { rows } = await admin.server.pool.query(`SELECT * FROM "Schedule" WHERE name = $1`, [name]);
    expect(rows).toHaveLength(1);
    return rows[0];
  }

  test('creates a schedule, with previews of the result', async () => {
    const { page, screenshot } = await open();
    await page.getByLabel('Name').fill('Filings of all tickers');
    const agent = page.getByRole('combobox', { name: 'Agent' });
    await agent.click();
    await agent.fill('query');
    await page.getByRole('option', { name: /Query Strategy/ }).click();
    await expect.poll(() => agent.inputValue()).toBe('Query Strategy');

    const runs = page.getByRole('region', { name: 'Next runs' });
    await runs.getByText('Choose when it repeats').waitFor();
    await page.getByRole('button', { name: 'Presets' }).click();
    await page.getByRole('menuitem', { name: /At 02:00, only on Sunday/ }).click();
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Cron expression' }).inputValue())
      .toBe('0 2 * * 0');
    await page.getByText('At 02:00, only on Sunday').waitFor();
    const zone = page.getByRole('combobox', { name: 'Time zone' });
    await zone.fill('tokyo');
    await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
    await runs.getByText('Time zone: Asia/Tokyo; your time (Europe/Berlin) below').waitFor();
    await expect.poll(() => runs.getByRole('listitem').count()).toBe(5);
    await runs
      .getByText(/^Sun .*02:00:00$/)
      .first()
      .waitFor();

    const params = page.getByRole('textbox', { name: 'Params' });
    await page.getByRole('button', { name: 'Add tickerId' }).click();
    await params.click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('db');
    await page.getByRole('option', { name: /db:/ }).click();
    await page.getByRole('option', { name: /Ticker/ }).click();
    await page.getByRole('option', { name: /all/ }).click();
    await page.getByRole('option', { name: /^id/ }).waitFor();
    await screenshot('schedule-form-completion');
    await page.keyboard.type('id?enabled=true&batch');
    await page.getByRole('option', { name: /batchSize=/ }).click();
    await page.keyboard.type('10');
    const expansion = page.getByRole('region', { name: 'Expansion' });
    await expansion.getByText('100 jobs').waitFor();
    await expansion.getByText('in 10 batches of up to 10, 1 s apart: at least 9 s.').waitFor();
    await expansion.getByText('First 10 jobs').click();
    await expansion.getByText('"tickerId": ').first().waitFor();
    await screenshot('schedule-form-filled');

    await page.getByRole('button', { name: /Create schedule/ }).click();
    await page.getByText('Filings of all tickers created').waitFor();
    const row = await stored('Filings of all tickers');
    expect(row).toMatchObject({
      agentId: 'query-strategy',
      cronExpression: '0 2 * * 0',
      timezone: 'Asia/Tokyo',
      params: { tickerId: 'db:Ticker:all:id?enabled=true&batchSize=10' },
      enabled: true,
      retryConfig: null,
    });
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/admin${PATH}/${row.id}`);
  });

  test('suggests conditions of a data source, and the params of the agent', async () => {
    const id = await workspace.add({ name: 'Conditions', interval: '1h', agentId: 'query-strategy' });
    const { page } = await open({ path: `${PATH}/${id}/edit` });
    const params = page.getByRole('textbox', { name: 'Params' });
    await params.fill('{"tickerId": "db:ticker:all:id?"}');
    await params.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('fil');
    await page.getByRole('option', { name: /filter=/ }).click();
    await page.getByRole('option', { name: /newsletter/ }).click();
    await page.getByRole('option', { name: /true/ }).click();
    await page.keyboard.type('}');
    await page.getByRole('region', { name: 'Expansion' }).getByText('50 jobs').waitFor();
    const takes = page.getByRole('region', { name: 'Input of Query Strategy' });
    await takes.getByRole('button', { name: 'Add source' }).click();
    await takes.getByRole('button', { name: 'Add refreshEntityGraph' }).click();
    await page.keyboard.press('Control+Enter');
    await page.getByText('Conditions saved').waitFor();
    expect((await stored('Conditions')).params).toEqual({
      tickerId: 'db:ticker:all:id?filter={"newsletter":true}',
      source: 'news',
      refreshEntityGraph: false,
    });
  });

  test('accepts every option of a schedule', async () => {
    const { page } = await open();
    await page.getByLabel('Name').fill('Everything');
    await page.getByLabel('Description').fill('All of it.');
    await page.getByLabel('Labels').fill('team-a, nightly,');
    await page.getByLabel('Pipeline').check();
    const pipeline = page.getByRole('combobox', { name: 'Pipeline' });
    await pipeline.fill('news');
    await page.getByRole('option', { name: /Newsletter/ }).click();
    await page.getByText('collect → analyze').waitFor();
    await page.getByRole('radio', { name: 'Interval' }).check();
    await page.getByRole('textbox', { name: 'Interval', exact: true }).fill('90m');
    await page.getByText('Every 1 h 30 min, on a fixed grid').waitFor();
    await page.getByLabel('Start', { exact: true }).fill('2039-07-01T09:00');
    await page.getByText('More timing options').click();
    await page.getByLabel('Maximum runs').fill('12');
    await page.getByLabel('When the clock moves back').selectOption('BOTH');
    await page.getByLabel('Use custom retry settings').check();
    await page.getByLabel('Maximum retries').fill('4');
    await page.getByLabel('Delay', { exact: true }).fill('10s');
    await page.getByText('Waits 10 s, 20 s, 40 s, 1 min 20 s between attempts.').waitFor();
    await page.getByLabel('Attempt timeout').fill('5m');
    await page.getByLabel('Priority').fill('7');
    await page.getByText('Policies').click();
    await page.getByLabel('If an earlier run is in progress').selectOption('FORBID');
    await page.getByLabel('Missed slots').selectOption('SKIP');
    await page.getByLabel('Starting deadline').fill('10m');
    await page.getByLabel('Jitter').last().fill('30s');
    await page.getByLabel('Minimum interval').fill('1h');
    await page.getByLabel('Maximum interval').fill('1d');
    await page.getByLabel('Back off after failures').check();
    await page.getByLabel('Successful runs to keep').fill('50');
    await page.getByLabel('Worker requirements').fill('{"region": "eu"}');
    await page.getByLabel('Enabled').uncheck();
    const params = page.getByRole('textbox', { name: 'Params' });
    await params.fill('{"tickerId":"AAPL"}');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Everything created').waitFor();
    expect(await stored('Everything')).toMatchObject({
      description: 'All of it.',
      labels: ['nightly', 'team-a'],
      targetType: 'pipeline',
      pipelineId: workspace.pipelineId,
      interval: 5_400_000,
      startAt: new Date('2039-07-01T13:00:00Z'),
      maxRuns: 12,
      dstRepeat: 'both',
      retryConfig: { maxRetries: 4, backoff: 'exponential', delay: 10_000, jitter: 'none' },
      timeout: 300_000,
      priority: 7,
      concurrencyPolicy: 'forbid',
      misfirePolicy: 'skip',
      startingDeadline: 600_000,
      jitter: 30_000,
      minInterval: 3_600_000,
      maxInterval: 86_400_000,
      failureBackoff: true,
      successfulHistoryLimit: 50,
      requirements: { region: 'eu' },
      enabled: false,
      params: { tickerId: 'AAPL' },
    });
  });

  test('reports each problem at its field, focuses the first, and loses nothing', async () => {
    const { page, screenshot, expectAccessible } = await open();
    await page.getByLabel('Name').fill('Wrong');
    await page.getByRole('combobox', { name: 'Agent' }).fill('data coll');
    await page.getByRole('option', { name: /Data Collection/ }).click();
    await page.getByRole('textbox', { name: 'Cron expression' }).fill('0 25 * * *');
    await page.getByRole('textbox', { name: 'Params' }).fill('{"tickerId": 7, "source": "rumours"}');
    await page.getByText('Policies').click();
    await page.getByLabel('Minimum interval').fill('2h');
    await page.getByLabel('Maximum interval').fill('1h');
    await page.getByText('Policies').click();
    await page.getByRole('button', { name: /Create schedule/ }).click();
    await page.getByRole('alert').getByText('cronExpression').waitFor();

    const invalid = page.locator('[aria-invalid="true"]');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('placeholder')))
      .toBe('0 8 * * *');
    expect(await page.getByRole('textbox', { name: 'Cron expression' }).getAttribute('aria-invalid')).toBe(
      'true',
    );
    await page.getByLabel('Minimum interval').waitFor();
    await expect.poll(() => invalid.count()).toBeGreaterThanOrEqual(3);
    await page
      .locator('p')
      .getByText(/tickerId: /)
      .first()
      .waitFor();
    await expect.poll(() => page.locator('.cm-lintRange-error').count()).toBe(2);
    await expectAccessible();
    await screenshot('schedule-form-issues');

    await page.getByRole('textbox', { name: 'Cron expression' }).fill('0 5 * * *');
    // Changed fields are not marked any more; the others are.
    await page.getByRole('alert').getByText('cronExpression').waitFor({ state: 'detached' });
    await page
      .getByRole('alert')
      .getByText(/^tickerId|params/)
      .first()
      .waitFor();
    await page.getByLabel('Maximum interval').fill('4h');
    await page
      .getByRole('textbox', { name: 'Params' })
      .fill('{"tickerId": "db:tickr:all:id", "source": "news"}');
    await page.keyboard.press('Control+Enter');
    await page
      .locator('p')
      .getByText(/tickerId: .*tickr.*Did you mean "Ticker"/)
      .waitFor();
    await page.getByRole('textbox', { name: 'Params' }).fill('{"tickerId": "AAPL", "source": "news"');
    await page.keyboard.press('Control+Enter');
    await page.locator('p').getByText('Invalid JSON').first().waitFor();
    await page.getByRole('textbox', { name: 'Params' }).fill('{"tickerId": "AAPL", "source": "news"}');

    await page.route('**/graphql', (route) => route.abort());
    await page.keyboard.press('Control+Enter');
    await page.getByText('Cannot reach the server. The change may not have been saved').waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('Wrong');
    await page.unroute('**/graphql');
    // The browser itself logs each request that fails.
    opened.at(-1)?.problems.splice(0);
    await page.keyboard.press('Control+Enter');
    await page.getByText('Wrong created').waitFor();
    expect(await stored('Wrong')).toMatchObject({ cronExpression: '0 5 * * *', minInterval: 7_200_000 });
  });

  test('edits a schedule: sends only changes, and asks before it discards them', async () => {
    const { pool } = admin.server;
    const id = idOf('Weekly Entity Graph Refresh');
    const { page, screenshot } = await open({ path: `${PATH}/${id}/edit` });
    const save = page.getByRole('button', { name: /Save/ });
    await expect.poll(() => save.getAttribute('aria-disabled')).toBe('true');
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Agent' }).inputValue())
      .toBe('Query Strategy');
    await page.getByRole('region', { name: 'Next runs' }).getByText('Clock changes').waitFor();
    await page.getByLabel('Priority').fill('3');

    await page.getByRole('link', { name: 'Schedules' }).first().click();
    const guard = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
    await guard.waitFor();
    await screenshot('schedule-form-unsaved');
    await guard.getByRole('button', { name: 'Keep editing' }).click();
    expect(await page.getByLabel('Priority').inputValue()).toBe('3');

    // In the meantime, somebody else changes another field, which must stay.
    await pool.query(`UPDATE "Schedule" SET description = 'changed meanwhile' WHERE id = $1`, [id]);
    const sent = page.waitForRequest(
      (request) => request.postData()?.includes('ScheduleFormUpdate') ?? false,
    );
    await page.getByLabel('Priority').press('Control+Enter');
    expect(JSON.parse((await sent).postData() ?? '').variables).toEqual({ id, input: { priority: 3 } });
    await page.getByText('Weekly Entity Graph Refresh saved').waitFor();
    expect(await stored('Weekly Entity Graph Refresh')).toMatchObject({
      priority: 3,
      description: 'changed meanwhile',
      cronExpression: '0 2 * * 0',
    });
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/admin${PATH}/${id}`);
  });

  test('copies a schedule', async () => {
    const { page } = await open({ path: `${PATH}/new?from=${idOf('Weekly Entity Graph Refresh')}` });
    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Weekly Entity Graph Refresh (copy)');
    await page.getByRole('button', { name: /Create schedule/ }).click();
    await page.getByText('Weekly Entity Graph Refresh (copy) created').waitFor();
    expect(await stored('Weekly Entity Graph Refresh (copy)')).toMatchObject({
      agentId: 'query-strategy',
      timezone: 'America/New_York',
      params: { tickerId: 'db:ticker:all:id?enabled=true&batchSize=10&staggerDelay=1000' },
    });
  });

  test('says that a schedule does not exist, and who may not save', async () => {
    const missing = await admin.open({ role: 'admin', path: `${PATH}/nothing/edit` });
    opened.push(missing);
    await missing.page.getByText('Schedule not found').waitFor();

    const { page } = await open({ role: 'viewer' });
    await page.getByText(/Requires the role ADMIN.*You can view this page but cannot save changes/).waitFor();
    const create = page.getByRole('button', { name: /Create schedule/ });
    await expect.poll(() => create.getAttribute('aria-disabled')).toBe('true');
    await page
      .getByRole('region', { name: 'Expansion' })
      .getByText(/Requires the role OPERATOR/)
      .waitFor();
  });

  describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
    test('is accessible', async () => {
      const path = `${PATH}/${idOf('Daily Newsletter for All Tickers')}/edit`;
      const { page, expectAccessible, screenshot } = await open({ theme, path, height: 1_700 });
      await page.getByText('50 contexts').waitFor();
      await page.getByText('Clock changes').waitFor();
      await page.getByText('Policies').click();
      await page.getByText('More timing options').click();
      await page.getByLabel('Use custom retry settings').check();
      await expectAccessible();
      await screenshot(`schedule-form-${theme}`);
      await page.getByRole('combobox', { name: 'Time zone' }).fill('ber');
      await page.getByRole('option', { name: 'Europe/Berlin' }).waitFor();
      await expectAccessible();
      await screenshot(`schedule-form-picker-${theme}`);
    });

    test('works on a phone', async () => {
      const path = `${PATH}/${idOf('Daily Newsletter for All Tickers')}/edit`;
      const { page, expectAccessible, screenshot } = await open({ theme, path, width: 390, height: 2_200 });
      await page.getByText('50 contexts').waitFor();
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      await expectAccessible();
      await screenshot(`schedule-form-390-${theme}`);
    });
  });
});
