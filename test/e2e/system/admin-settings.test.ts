/** The settings page of the admin: everything that an admin changes at run time. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type AdminBrowser,
  type AdminPage,
  chromiumAvailable,
  type PageOptions,
  startAdmin,
} from '../../support/browser.js';
import { UpdateSchedulerConfigDocument } from '../../support/generated/operations.js';

describe.skipIf(!chromiumAvailable('settings in the admin'))('settings in the admin', () => {
  let admin: AdminBrowser;
  let opened: AdminPage[] = [];

  beforeAll(async () => {
    admin = await startAdmin();
    await admin.server.pool.query(
      'CREATE TABLE public."Ticker" (symbol text PRIMARY KEY, enabled boolean); CREATE TABLE public."Customer" (id int PRIMARY KEY, email text)',
    );
  });
  beforeEach(() => admin.server.pool.query(`DELETE FROM "AgentConfig"`));
  afterEach(async () => {
    const pages = opened;
    opened = [];
    await Promise.all(pages.map(({ page }) => page.context().close()));
    expect(pages.flatMap(({ problems }) => problems)).toEqual([]);
  });
  afterAll(() => admin?.close());

  async function open(options: PageOptions = {}): Promise<AdminPage> {
    const page = await admin.open({ role: 'admin', path: '/settings', ...options });
    opened.push(page);
    return page;
  }

  const stored = async (key: string) =>
    (
      await admin.server.pool.query<{ value: unknown }>(`SELECT value FROM "AgentConfig" WHERE key = $1`, [
        key,
      ])
    ).rows[0]?.value;

  test('a setting is changed, marked, refused if it is wrong, and reset', async () => {
    const { page, expectAccessible, screenshot } = await open();
    const section = page.getByRole('region', { name: 'Scheduling' });
    const late = section.getByLabel('Misfire threshold', { exact: true });
    await expect.poll(() => late.inputValue()).toBe('5s');
    expect(await section.getByRole('button', { name: 'Save' }).getAttribute('aria-description')).toContain(
      'There are no changes to save',
    );

    await late.fill('soon');
    await section.getByText('enter a duration such as').waitFor();
    await late.fill('48h');
    await section.getByLabel('Time zone', { exact: true }).fill('Mars/Olympus');
    await section.getByRole('button', { name: 'Save 2 settings' }).click();
    const alert = section.getByRole('alert');
    await alert.getByText('must be at most 1d').waitFor();
    await expect.poll(() => late.getAttribute('aria-invalid')).toBe('true');
    const zone = section.getByLabel('Time zone', { exact: true });
    await expect.poll(() => zone.getAttribute('aria-invalid')).toBe('true');
    await expectAccessible();
    await screenshot('settings-refused');
    expect(await stored('scheduler')).toBeUndefined();

    await late.fill('2m');
    await section.getByLabel('Time zone', { exact: true }).fill('Europe/Berlin');
    await section.getByLabel('Scheduler enabled', { exact: true }).uncheck();
    await section.getByText('No scheduled runs start.').waitFor();
    await section.getByRole('button', { name: 'Save 3 settings' }).click();
    await page.getByText('Scheduling: settings saved').waitFor();
    expect(await stored('scheduler')).toMatchObject({
      scheduler: { misfireThreshold: 120_000, timezone: 'Europe/Berlin', enabled: false },
    });
    await page.reload();
    await section.getByText('changed').nth(2).waitFor();
    await expect.poll(() => late.inputValue()).toBe('2m');

    await section.getByRole('button', { name: 'Reset misfire threshold to 5s' }).click();
    await section.getByRole('button', { name: 'Save', exact: true }).click();
    await expect
      .poll(() => stored('scheduler'))
      .toMatchObject({ scheduler: { misfireThreshold: 5_000, enabled: false } });
  });

  test('changes by others appear at once, also beside unsaved input', async () => {
    const { page, live } = await open();
    await live();
    const batches = page.getByRole('region', { name: 'Batches' });
    await batches.getByLabel('Delay between batches', { exact: true }).fill('7s');
    await admin.server.admin.ask(UpdateSchedulerConfigDocument, {
      input: { defaultBatchProcessing: { batchSize: 25 } },
    });
    await expect.poll(() => batches.getByLabel('Batch size', { exact: true }).inputValue()).toBe('25');
    expect(await batches.getByLabel('Delay between batches', { exact: true }).inputValue()).toBe('7s');
    await page.getByRole('link', { name: 'Overview' }).click();
    await page
      .getByRole('dialog', { name: 'Discard unsaved changes?' })
      .getByRole('button', { name: 'Keep editing' })
      .click();
    await batches.getByRole('button', { name: 'Discard' }).click();
    await expect
      .poll(() => batches.getByLabel('Delay between batches', { exact: true }).inputValue())
      .toBe('1s');
  });

  test('engine settings are set and unset', async () => {
    const { page } = await open({ path: '/settings#engine' });
    const engine = page.getByRole('region', { name: 'Engine' });
    const lease = engine.getByLabel('Worker lease', { exact: true });
    expect(await lease.inputValue()).toBe('');
    await engine.getByText('not set, default 30s').first().waitFor();
    await lease.fill('45s');
    await engine.getByLabel('Claim batch size', { exact: true }).fill('77');
    await engine.getByRole('button', { name: 'Save 2 settings' }).click();
    await page.getByText('Engine: settings saved').waitFor();
    expect(await stored('engine')).toEqual({ lockTtlMs: 45_000, claimBatchSize: 77 });
    await engine.getByRole('button', { name: 'Reset worker lease to 30s' }).click();
    await engine.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => stored('engine')).toEqual({ claimBatchSize: 77 });
  });

  test('the data source policy is edited', async () => {
    const { page, expectAccessible, screenshot } = await open({ path: '/settings#data-sources' });
    const sources = page.getByRole('region', { name: 'Data sources' });
    await sources.getByText('2 tables can be read').waitFor();
    await sources.getByLabel('Allow', { exact: true }).fill('a.b.c.d');
    await sources.getByRole('button', { name: 'Save' }).click();
    await sources.getByText('“a.b.c.d” must be').waitFor();
    await sources.getByLabel('Allow', { exact: true }).fill('');
    await sources.getByLabel('Only', { exact: true }).fill('Ticker');
    await sources.getByLabel('Deny', { exact: true }).fill('Customer.email\n');
    await sources.getByRole('button', { name: 'Save' }).click();
    await sources.getByText('1 table can be read').waitFor();
    expect(await stored('dataSources')).toEqual({ allow: [], only: ['Ticker'], deny: ['Customer.email'] });
    await expectAccessible();
    await screenshot('settings-data-sources');

    await admin.server.pool.query(
      `UPDATE "AgentConfig" SET value = '{"allow": "all"}' WHERE key = 'dataSources'`,
    );
    await sources.getByText('The stored policy is not valid').waitFor();
    await sources.getByRole('button', { name: 'Save' }).click();
    await sources.getByText('The stored policy is not valid').waitFor({ state: 'detached' });
  });

  test('unusable settings, written by SQL, are named', async () => {
    await admin.server.pool.query(
      `INSERT INTO "AgentConfig" (key, value) VALUES ('scheduler', '{"scheduler": {"maxExpansion": "many"}}')`,
    );
    const { page } = await open();
    await page.getByRole('alert').getByText('scheduler.maxExpansion').waitFor();
  });

  test('viewers read everything except the policy, and are told why they cannot change it', async () => {
    const { page, expectAccessible } = await open({ role: 'viewer' });
    await page.getByText('You can view the settings but cannot change them.').waitFor();
    const late = page.getByLabel('Misfire threshold', { exact: true });
    await expect.poll(() => late.getAttribute('readonly')).not.toBeNull();
    await page.getByText('Only admins can see this policy.').waitFor();
    await expectAccessible();
  });

  test('settings are searched, the version is shown, and the user signs out', async () => {
    const { page, screenshot } = await open();
    await page.getByRole('region', { name: 'Retries' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('audit');
    await page.getByRole('region', { name: 'Retries' }).waitFor({ state: 'hidden' });
    await page.getByLabel('Keep audit log for', { exact: true }).waitFor();
    await page.getByRole('searchbox').fill('nothing at all');
    await page.getByText('No settings match').waitFor();
    await page.getByRole('searchbox').fill('');
    await page.getByRole('region', { name: 'Retries' }).waitFor();
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'About' }).click();
    await expect.poll(() => page.url()).toContain('#about');
    const about = page.getByRole('region', { name: 'About' });
    await expect.poll(async () => (await about.boundingBox())?.y).toBeLessThan(400);
    await about.getByText(/ total$/).waitFor();
    await about.getByRole('cell', { name: 'outbox' }).waitFor();
    await screenshot('settings-about');
    await page.getByRole('region', { name: 'Session' }).getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API token', { exact: true }).waitFor();
  });

  test.each(['light', 'dark'] as const)('the pages are accessible: %s', async (theme) => {
    const { page, expectAccessible, screenshot } = await open({ theme });
    await page.getByText('Largest tables').waitFor();
    await expectAccessible();
    await screenshot(`settings-${theme}`);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await expectAccessible();
    await screenshot(`settings-390-${theme}`);
  });
});
