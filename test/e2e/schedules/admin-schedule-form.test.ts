/** The form of schedules in a real browser: completion, look. test/admin/forms/schedule-form.test.tsx has the rest. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  type AdminBrowser,
  type AdminPage,
  chromiumAvailable,
  fitsAcross,
  type PageOptions,
  startAdmin,
} from '../../support/browser.js';
import { isDimmedWhile } from '../../support/completions.js';
import { createWorkspace, type Workspace } from './admin-schedules-fixture.js';

const PATH = '/scheduler/schedules';

describe.skipIf(!chromiumAvailable('the form of schedules'))('the schedule form', () => {
  let admin: AdminBrowser;
  let workspace: Workspace;

  beforeAll(async () => {
    admin = await startAdmin();
    workspace = await createWorkspace(admin.server);
  });
  afterEach(() => admin.closePages());
  afterAll(() => admin?.close());

  const idOf = (name: string) => workspace.ids.get(name) as string;

  async function open(options: PageOptions = {}): Promise<AdminPage> {
    const page = await admin.open({ role: 'admin', path: `${PATH}/new`, ...options });
    await page.page.getByLabel('Name').waitFor();
    await page.page.getByRole('textbox', { name: 'Params' }).waitFor();
    return page;
  }

  async function stored(name: string): Promise<Record<string, unknown>> {
    const { rows } = await admin.server.pool.query(`SELECT * FROM "Schedule" WHERE name = $1`, [name]);
    expect(rows).toHaveLength(1);
    return rows[0];
  }

  test('after a refusal, the message of the first invalid field is in view', async () => {
    const { page } = await open();
    await page.getByLabel('Name').fill('Without a time');
    await page.getByRole('combobox', { name: 'Agent' }).fill('query');
    await page.getByRole('option', { name: /Query Strategy/ }).click();
    await page.getByLabel('Name').focus();
    await page.keyboard.press('Control+Enter');
    const cron = page.getByRole('textbox', { name: 'Cron expression', exact: true });
    await expect.poll(() => cron.getAttribute('aria-invalid')).toBe('true');
    const id = (await cron.getAttribute('aria-describedby'))?.split(' ').at(-1);
    const isInView = () =>
      page.locator(`[id="${id}"]`).evaluate((message) => {
        const { top, bottom } = message.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });
    await expect.poll(isInView).toBe(true);
  });

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
    const name = `Conditions ${Date.now()}`; // a retry of this test needs another name
    const id = await workspace.add({ name, interval: '1h', agentId: 'query-strategy' });
    const { page } = await open({ path: `${PATH}/${id}/edit` });
    // The editor ignores clicks on options while it looks for those of another place.
    const option = (text: RegExp) =>
      page
        .locator('.cm-tooltip-autocomplete:not(.cm-tooltip-autocomplete-disabled)')
        .getByRole('option', { name: text });
    const params = page.getByRole('textbox', { name: 'Params' });
    await params.fill('{"tickerId": "db:ticker:all:id?"}');
    await params.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('f');
    await option(/filter=/).waitFor();
    expect(await isDimmedWhile(page, () => page.keyboard.type('ilt'))).toBe(false);
    await page.getByRole('option', { name: /filter=/ }).click();
    await option(/newsletter/).click();
    await option(/true/).click();
    await page.keyboard.type('}');
    await page.getByRole('region', { name: 'Expansion' }).getByText('50 jobs').waitFor();
    const takes = page.getByRole('region', { name: 'Input of Query Strategy' });
    await takes.getByRole('button', { name: 'Add source' }).click();
    await takes.getByRole('button', { name: 'Add refreshEntityGraph' }).click();
    await page.keyboard.press('Control+Enter');
    await page.getByText(`${name} saved`).waitFor();
    expect((await stored(name)).params).toEqual({
      tickerId: 'db:ticker:all:id?filter={"newsletter":true}',
      source: 'news',
      refreshEntityGraph: false,
    });
  });

  test('marks problems at their fields and in the text of the params', async () => {
    const { page, screenshot, expectAccessible } = await open();
    await page.getByRole('textbox', { name: 'Cron expression' }).fill('0 25 * * *');
    await page.getByRole('combobox', { name: 'Agent' }).fill('data coll');
    await page.getByRole('option', { name: /Data Collection/ }).click();
    await page.getByRole('textbox', { name: 'Params' }).fill('{"tickerId": 7, "source": "rumors"}');
    await page.getByRole('button', { name: /Create schedule/ }).click();
    await page.getByRole('alert').getByText('Cron expression').waitFor();
    await expect.poll(() => page.locator('.cm-lintRange-error').count()).toBe(2);
    await expectAccessible();
    await screenshot('schedule-form-issues');
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
      await expect.poll(() => fitsAcross(page)).toBe(true);
      await expectAccessible();
      await screenshot(`schedule-form-390-${theme}`);
    });
  });
});
