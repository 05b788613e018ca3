/** The admin while the server is away and afterwards: nothing is lost, and nobody has to reload. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiToken } from '../../../src/services/access/create-api-token.js';
import { revokeApiToken } from '../../../src/services/access/revoke-api-token.js';
import { type AdminBrowser, chromiumAvailable, startAdmin } from '../../support/browser.js';
import { insertAgent } from '../../support/rows.js';

const ACTOR = { id: 'test', name: 'test', role: 'admin' } as const;

describe.skipIf(!chromiumAvailable('the admin without its server'))('while the server is away', () => {
  let admin: AdminBrowser;
  beforeAll(async () => {
    admin = await startAdmin({ recheckMs: 200 });
    await insertAgent(admin.server.pool, 'analysis', 'http://127.0.0.1:9/analysis', { name: 'Analysis' });
  });
  afterAll(() => admin?.close());

  test('pages say so, and those opened meanwhile appear when it is back', async () => {
    const { page, live, expectAccessibleInBothThemes } = await admin.open({
      role: 'viewer',
      path: '/sign-in',
    });
    const network = await switchable(page);
    await page.goto(`${admin.server.url}/admin/agents`);
    await page.getByRole('row', { name: /Analysis/ }).waitFor();
    await live();

    await network.lose();
    const banner = page.getByRole('alert').filter({ hasText: 'The server has been unreachable since' });
    await banner.waitFor();
    await expectAccessibleInBothThemes('offline');
    // The rows of a filter that was never read.
    await page.getByRole('searchbox').fill('anal');
    await page.getByText('Could not refresh.').or(page.getByText('Could not load agents')).first().waitFor();

    const other = await page.context().newPage();
    const otherNetwork = await switchable(other);
    await other.goto(`${admin.server.url}/admin/agents`);
    await other.getByRole('row', { name: /Analysis/ }).waitFor();
    await otherNetwork.lose();
    // Its code has not been loaded.
    await other.getByRole('navigation').getByRole('link', { name: 'Tokens' }).click();
    await other.getByRole('heading', { name: 'Cannot reach the server' }).waitFor();
    await other.getByText('This page opens when the connection is back.').waitFor();

    await insertAgent(admin.server.pool, 'analytics', 'http://127.0.0.1:9/a', { name: 'Analytics' });
    network.restore();
    otherNetwork.restore();
    await page.getByRole('row', { name: /Analytics/ }).waitFor();
    await page.getByText('Could not').first().waitFor({ state: 'detached' });
    await banner.waitFor({ state: 'detached' });
    expect(await page.getByRole('row', { name: /Analysis/ }).count()).toBe(1);
    await other.getByRole('heading', { name: 'Tokens' }).waitFor();
  });

  test('a form keeps its contents when the session ends, and can be saved after a new sign-in', async () => {
    const { server } = admin;
    const made = await createApiToken(server.services, ACTOR, { name: 'short-lived', role: 'admin' });
    if (made.kind !== 'ok') throw new Error('no token');
    const { page, live } = await admin.open({ path: '/agents/new' });
    await page.getByLabel('API token').fill(made.value.token);
    await page.keyboard.press('Enter');
    await live();
    await page.getByRole('textbox', { name: 'ID' }).fill('kept');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Kept');
    await page.getByRole('textbox', { name: 'URL' }).fill('http://127.0.0.1:9/kept');
    await revokeApiToken(server.services, ACTOR, made.value);

    const dialog = page.getByRole('dialog', { name: 'You were signed out' });
    await dialog.waitFor();
    const opening = page.context().waitForEvent('page');
    await dialog.getByRole('link', { name: 'Sign in in a new tab' }).click();
    const tab = await opening;
    await tab.getByLabel('API token').fill(server.tokens.admin);
    await tab.keyboard.press('Enter');
    await tab.getByRole('heading', { name: 'Overview' }).waitFor();
    await dialog.getByRole('button', { name: 'Keep editing' }).click();
    await page.getByRole('button', { name: /^Register agent/ }).click();
    await page.getByRole('heading', { name: 'Kept' }).waitFor();
    await live();
  });
});

/** A page whose network can be cut: requests fail, and its sockets close and cannot be opened. */
async function switchable(page: Page) {
  const sockets = new Set<{ close: (options: { code: number }) => Promise<void> }>();
  let isAway = false;
  await page.route('**/*', (route) => (isAway ? route.abort() : route.continue()));
  await page.routeWebSocket(/graphql/, (socket) => {
    if (isAway) return void socket.close({ code: 1011 });
    socket.connectToServer();
    sockets.add(socket);
  });
  return {
    async lose() {
      isAway = true;
      for (const socket of sockets) await socket.close({ code: 1011 });
      sockets.clear();
    },
    restore() {
      isAway = false;
    },
  };
}
