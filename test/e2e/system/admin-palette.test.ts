/** The command palette on a slow connection, and where the focus goes when a dialog closes, in a real browser. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AdminBrowser, chromiumAvailable, startAdmin } from '../../support/browser.js';
import { createDeferred } from '../../support/deferred.js';

describe.skipIf(!chromiumAvailable('the command palette'))('the command palette', () => {
  let admin: AdminBrowser;

  beforeAll(async () => {
    admin = await startAdmin();
  });
  afterAll(() => admin?.close());

  test('keeps what is typed while its list loads', async () => {
    const { page, problems, live } = await admin.open({ role: 'viewer', path: '/agents' });
    await live();
    const arrived = createDeferred<void>();
    await page.route(/command-list/, async (route) => {
      await arrived.promise;
      await route.continue();
    });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Go to w');
    await page.getByText('Loading…').waitFor();
    arrived.resolve();
    const field = page.getByRole('combobox', { name: 'Search and run commands' });
    await field.waitFor();
    await page.keyboard.type('orkers');
    await expect.poll(() => field.inputValue()).toBe('Go to workers');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Workers' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('and other dialogs opened by a key leave the focus on the content of the page', async () => {
    const { page, problems, live } = await admin.open({ role: 'viewer', path: '/agents' });
    await live();
    for (const key of ['?', 'Control+k', '?']) {
      if (key === '?') await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await page.keyboard.press(key);
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await expect.poll(() => focused(page), { message: key }).toBe('content');
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

function focused(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.activeElement?.id);
}
