/** The GraphQL explorer of the admin: who can use it, and how it handles operations of every kind. */
import type { Page } from 'playwright-core';
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
import { insertAgent } from '../../support/rows.js';

describe.skipIf(!chromiumAvailable('the GraphQL explorer'))('the GraphQL explorer', () => {
  let admin: AdminBrowser;

  beforeAll(async () => {
    admin = await startAdmin({ graphiql: true, production: true });
  });
  afterEach(() => admin.closePages());
  afterAll(() => admin?.close());

  function open(options: PageOptions = {}, on = admin): Promise<AdminPage> {
    return on.open({ role: 'admin', path: '/explorer', ...options });
  }

  async function write(page: Page, text: string): Promise<void> {
    await page.getByLabel('Operation').click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(text);
  }

  const resultOf = (page: Page) => page.getByLabel('Result', { exact: true }).first();

  test('completes a query from the schema and runs it, also in production', async () => {
    const { page, expectAccessible, screenshot } = await open();
    await write(page, '{ me { ');
    await page.keyboard.type('ro');
    await page.getByRole('option', { name: /^role/ }).waitFor();
    expect(await isDimmedWhile(page, () => page.keyboard.type('l'))).toBe(false);
    await page.getByRole('option', { name: /^role/ }).waitFor();
    await screenshot('explorer-completion');
    await page.keyboard.press('Escape');
    await write(page, 'query Mine { me { role } }');
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.getByText('"role": "ADMIN"').waitFor();
    await expectAccessible();
    await screenshot('explorer-result');
  });

  test('reports errors in a document, in variables, and of a refused operation', async () => {
    const { page } = await open();
    await write(page, '{ me { role }');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('alert').getByText('Syntax Error').waitFor();
    await write(page, '{ me { role } }');
    await page.getByLabel('Variables').click();
    await page.keyboard.insertText('[1]');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('alert').getByText('must be a JSON object').waitFor();
    await page.getByLabel('Variables').fill('');
    await write(page, '{ nothing }');
    await page.locator('.cm-lintRange-error').waitFor();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('Cannot query field').first().waitFor();
  });

  test('keeps no secret in its history', async () => {
    const { page } = await open();
    await write(page, 'mutation Forget { deleteAgent(id: "hush-hush") { __typename } } # hush-hush');
    await page.keyboard.press('ControlOrMeta+Enter');
    await resultOf(page).waitFor();
    const stored = await page.evaluate(() => localStorage.getItem('callboard.explorer'));
    expect(stored).toContain('mutation Forget');
    expect(stored).not.toContain('hush-hush');
    await page.getByRole('tab', { name: /History/ }).click();
    await page.getByRole('button', { name: /mutation Forget/ }).click();
    await page.getByLabel('Operation').getByText('deleteAgent').waitFor();
  });

  test('shows the events of a subscription until it is stopped', async () => {
    const { page } = await open();
    await write(page, 'subscription { agentChanged { agentId } }');
    // Listens for the message as soon as there is a socket: it may be sent before the key press has returned.
    const subscribed = page
      .waitForEvent('websocket')
      .then((socket) =>
        socket.waitForEvent('framesent', (frame) => String(frame.payload).includes('subscribe')),
      );
    await page.keyboard.press('ControlOrMeta+Enter');
    await subscribed;
    await expect
      .poll(async () => {
        await insertAgent(admin.server.pool, `agent-${Date.now()}`, 'http://127.0.0.1:9/run');
        return page.getByText('"agentChanged"').count();
      })
      .toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Run', exact: true }).waitFor();
  });

  test('lets the schema be searched and followed', async () => {
    const { page, expectAccessible, screenshot } = await open({ theme: 'dark' });
    await page.getByRole('tab', { name: 'Schema' }).click();
    await page.getByLabel('Search types').fill('explorerstate');
    await page.getByRole('button', { name: 'ExplorerState', exact: true }).click();
    await page.getByText('PERSISTED_ONLY').waitFor();
    await expectAccessible();
    await screenshot('explorer-schema-dark');
    await page.setViewportSize({ width: 390, height: 800 });
    await expectAccessible();
    await screenshot('explorer-phone');
    await expect.poll(() => fitsAcross(page)).toBe(true);
  });

  test('is in the navigation of admins only, and its code is loaded only by its page', async () => {
    const viewer = await open({ role: 'viewer' });
    await viewer.page.getByRole('heading', { name: 'Page not found' }).waitFor();
    expect(await viewer.page.getByRole('link', { name: 'GraphQL' }).count()).toBe(0);
    const other = await open({ path: '/settings' });
    await other.page.getByRole('link', { name: 'GraphQL' }).waitFor();
    for (const { loaded } of [viewer, other])
      expect(loaded.filter(({ url }) => /assets\/explorer-(?!page|state)/.test(url))).toEqual([]);
    await other.page.keyboard.press('ControlOrMeta+k');
    await other.page.getByPlaceholder(/go to a page/).fill('Go to GraphQL');
    await other.page.getByRole('option', { name: /Go to GraphQL/ }).click();
    await other.page.getByLabel('Operation').waitFor();
  });

  test.each([
    [{ graphiql: false }, 'CALLBOARD_GRAPHIQL=true'],
    [{ graphiql: true, operations: 'persisted' }, 'CALLBOARD_OPERATIONS=persisted'],
  ] as const)('is off with %j, and says why', async (options, reason) => {
    const off = await startAdmin(options);
    try {
      const { page } = await open({}, off);
      await page.getByText(reason).waitFor();
      expect(await page.getByRole('link', { name: 'GraphQL' }).count()).toBe(0);
      await off.closePages();
    } finally {
      await off.close();
    }
  });
});
