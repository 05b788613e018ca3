/** The settings page of the admin. test/admin/forms/settings-form.test.tsx changes the settings. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type AdminBrowser,
  type AdminPage,
  chromiumAvailable,
  fitsAcross,
  type PageOptions,
  startAdmin,
} from '../../support/browser.js';

describe.skipIf(!chromiumAvailable('settings in the admin'))('settings in the admin', () => {
  let admin: AdminBrowser;

  beforeAll(async () => {
    admin = await startAdmin();
  });
  beforeEach(() => admin.server.pool.query(`DELETE FROM "AgentConfig"`));
  afterEach(() => admin.closePages());
  afterAll(() => admin?.close());

  function open(options: PageOptions = {}): Promise<AdminPage> {
    return admin.open({ role: 'admin', path: '/settings', ...options });
  }

  test('a section is accessible with unsaved changes and with refusals', async () => {
    const { page, expectAccessible, screenshot } = await open();
    const section = page.getByRole('region', { name: 'Scheduling' });
    await section.getByLabel('Misfire threshold', { exact: true }).fill('48h');
    await section.getByLabel('Scheduler enabled', { exact: true }).uncheck();
    await section.getByText('No scheduled runs start.').waitFor();
    await expectAccessible();
    await section.getByRole('button', { name: 'Save 2 settings' }).click();
    await section.getByRole('alert').getByText('must be at most 1d').waitFor();
    await expectAccessible();
    await screenshot('settings-refused');
  });

  test('unusable settings, written by SQL, are named', async () => {
    await admin.server.pool.query(
      `INSERT INTO "AgentConfig" (key, value) VALUES ('scheduler', '{"scheduler": {"maxExpansion": "many"}}')`,
    );
    const { page } = await open();
    await page.getByRole('alert').getByText('scheduler.maxExpansion').waitFor();
  });

  test('settings are searched, the version is shown, and the user signs out', async () => {
    const { page, screenshot } = await open();
    await page.getByRole('region', { name: 'Retries' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('audit');
    await page.getByRole('region', { name: 'Retries' }).waitFor({ state: 'hidden' });
    await page.getByLabel('Keep audit log for', { exact: true }).waitFor();
    await page.getByText('No settings match').waitFor({ state: 'hidden' });
    await page.getByRole('searchbox').fill('nothing at all');
    await page.getByText('No settings match').waitFor();
    await page.getByRole('searchbox').fill('');
    await page.getByRole('region', { name: 'Retries' }).waitFor();
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'About' }).click();
    await expect.poll(() => page.url()).toContain('#about');
    const about = page.getByRole('region', { name: 'About' });
    await expect.poll(async () => (await about.boundingBox())?.y).toBeLessThan(400);
    await about.getByText(/ total$/).waitFor();
    await about.getByRole('cell', { name: 'AgentJobExecution' }).waitFor();
    await screenshot('settings-about');
    await page.getByRole('region', { name: 'Session' }).getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API token', { exact: true }).waitFor();
  });

  test('the page is accessible in both themes, on a phone too', async () => {
    const { page, expectAccessibleInBothThemes } = await open();
    await page.getByText('Largest tables').waitFor();
    await expectAccessibleInBothThemes('settings');
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => fitsAcross(page)).toBe(true);
    await expectAccessibleInBothThemes('settings-390');
  });
});
