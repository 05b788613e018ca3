/** The frame of the admin: sign-in, live updates, accessibility, size. Pages have their own tests. */
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { WebSocketRoute } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createSignInCode } from '../../../src/services/access/admin-session.js';
import { createApiToken } from '../../../src/services/access/create-api-token.js';
import { revokeApiToken } from '../../../src/services/access/revoke-api-token.js';
import {
  type AdminBrowser,
  type AdminPage,
  chromiumAvailable,
  fitsAcross,
  type PageOptions,
  startAdmin,
} from '../../support/browser.js';
import { insertAgent, insertExpanded } from '../../support/rows.js';

const FIRST_LOAD_LIMIT = 250 * 1_024;
const ACTOR = { id: 'test', name: 'test', role: 'admin' } as const;

describe.skipIf(!chromiumAvailable('the admin'))('the admin', () => {
  let admin: AdminBrowser;

  beforeAll(async () => {
    admin = await startAdmin({ recheckMs: 200 });
    const { pool } = admin.server;
    await insertAgent(pool, 'analysis', 'http://127.0.0.1:9/analysis', {
      name: 'Analysis',
      healthStatus: 'healthy',
      healthCheckedAt: new Date(Date.now() - 40_000).toISOString(),
    });
    await insertAgent(pool, 'data-collection', 'https://agents.example.com/collect', {
      name: 'Data Collection',
      healthStatus: 'degraded',
      healthMessage: 'The feed of one exchange is late.',
      lastHeartbeat: new Date(Date.now() - 4_000).toISOString(),
    });
    await insertAgent(pool, 'query-strategy', 'http://127.0.0.1:9/query', { name: 'Query Strategy' });
    await insertAgent(pool, 'report', 'http://127.0.0.1:9/report', { name: 'Report', enabled: false });
    await insertAgent(pool, 'quotes', 'http://127.0.0.1:9/quotes', {
      name: 'Quotes',
      healthStatus: 'unhealthy',
      healthMessage: 'connection refused',
    });
    await insertExpanded(
      pool,
      { agentId: 'analysis', jobs: Array.from({ length: 8 }, (_, index) => ({ index })) },
      async (client, ids) => {
        await client.query(`UPDATE "AgentJobExecution" SET status = 'running' WHERE id = ANY($1)`, [ids]);
        const error = { message: 'upstream <b>timed out</b> after 30 s', code: 'TIMEOUT' };
        await client.query(
          `UPDATE "AgentJobExecution" SET status = 'failed', error = $2, "completedAt" = now() WHERE id = ANY($1)`,
          [ids.slice(0, 3), error],
        );
      },
    );
  });
  afterEach(() => admin.closePages());
  afterAll(() => admin?.close());

  function open(options: PageOptions = {}): Promise<AdminPage> {
    return admin.open(options);
  }

  async function agentsPage(options: PageOptions = {}): Promise<AdminPage> {
    const opened = await open({ role: 'viewer', path: '/agents', ...options });
    await opened.page.getByRole('row', { name: /Analysis/ }).waitFor();
    return opened;
  }

  test('an address without a page says so within the frame, and leads on', async () => {
    const { page, expectAccessibleInBothThemes } = await open({
      role: 'viewer',
      path: '/agents/no/such/page',
    });
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await expect.poll(() => page.title()).toBe('Page not found · Callboard');
    await expectAccessibleInBothThemes('not-found');
    await page.getByRole('link', { name: 'Go to Overview' }).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Agents' }).click();
    await page.getByRole('row', { name: /Analysis/ }).waitFor();
  });

  describe('signing in', () => {
    test('with a token: a wrong one is refused, the right one leads to the requested page', async () => {
      const { page, problems, screenshot } = await open({ path: '/agents?q=anal' });
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('Enter an API token.').waitFor();
      await page.getByLabel('API token').fill('wrong');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('This API token is unknown, revoked or expired.').waitFor();
      await screenshot('sign-in-refused');
      // The browser itself logs each 401.
      expect(problems.splice(0)).toEqual([expect.stringContaining('401')]);

      await page.getByLabel('API token').fill(admin.server.tokens.viewer);
      await page.keyboard.press('Enter');
      await page.getByRole('row', { name: /Analysis/ }).waitFor();
      await expect.poll(() => page.url()).toBe(`${admin.server.url}/admin/agents?q=anal`);
      expect(await page.evaluate('document.cookie')).toBe('');
      const [cookie] = await page.context().cookies();
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' });
    });

    test('with the link works once', async () => {
      const code = await createSignInCode(admin.server.services);
      const first = await open({ path: `/sign-in#code=${code}` });
      await first.page.getByRole('heading', { name: 'Overview' }).waitFor();
      await expect.poll(() => first.page.url()).toBe(`${admin.server.url}/admin`);

      const second = await open({ path: `/sign-in#code=${code}` });
      await second.page.getByText('This link has been used already').waitFor();
      await second.page.getByLabel('API token').waitFor();
      await expect.poll(() => second.page.url()).not.toContain('code');
      second.problems.length = 0;
    });

    test('never leads to another site', async () => {
      const { page } = await open({ path: '/sign-in?next=//evil.example/' });
      await page.getByLabel('API token').fill(admin.server.tokens.viewer);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Overview' }).waitFor();
      await expect.poll(() => page.url()).toBe(`${admin.server.url}/admin`);
    });

    test('ends on sign-out, and when the token is revoked', async () => {
      const made = await createApiToken(admin.server.services, ACTOR, { name: 'to revoke', role: 'viewer' });
      if (made.kind !== 'ok') throw new Error('no token');
      const { page, live } = await open({ path: '/agents' });
      await page.getByLabel('API token').fill(made.value.token);
      await page.keyboard.press('Enter');
      await live();
      await revokeApiToken(admin.server.services, ACTOR, made.value);
      await page.getByText('You were signed out').waitFor();

      await page.getByLabel('API token').fill(admin.server.tokens.viewer);
      await page.keyboard.press('Enter');
      await page.getByRole('row', { name: /Analysis/ }).waitFor();
      await page.getByRole('button', { name: 'Theme and session' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.getByLabel('API token').waitFor();
      await page.goto(`${admin.server.url}/admin/agents`);
      await page.getByLabel('API token').waitFor();
    });
  });

  describe('live updates', () => {
    test('show new, changed and deleted agents without a reload', async () => {
      const { pool } = admin.server;
      const { page, live } = await agentsPage();
      await live();
      await insertAgent(pool, 'newcomer', 'http://127.0.0.1:9/new', { name: 'Newcomer' });
      const row = page.getByRole('row', { name: /Newcomer/ });
      await row.getByText('Not checked').waitFor();
      await pool.query(`UPDATE "AgentRegistry" SET "healthStatus" = 'healthy' WHERE id = 'newcomer'`);
      await row.getByText('Healthy').waitFor();
      await pool.query(`DELETE FROM "AgentRegistry" WHERE id = 'newcomer'`);
      await row.waitFor({ state: 'detached' });
    });

    test('report a lost connection, and catch up on what was missed', async () => {
      const { pool } = admin.server;
      const { page, problems } = await open({ role: 'viewer', path: '/sign-in' });
      let sockets: WebSocketRoute[] = [];
      let isDown = false;
      await page.routeWebSocket(/graphql/, (socket) => {
        if (isDown) return void socket.close({ code: 1011 });
        socket.connectToServer();
        sockets.push(socket);
      });
      await page.goto(`${admin.server.url}/admin/agents`);
      const state = page.getByRole('status', { name: 'Connection' }).first();
      await state.getByText('live', { exact: true }).waitFor();

      isDown = true;
      for (const socket of sockets) await socket.close({ code: 1011 });
      await state.getByText('reconnecting…').waitFor();
      await insertAgent(pool, 'meanwhile', 'http://127.0.0.1:9/x', { name: 'Meanwhile' });
      await pool.query(`UPDATE "AgentRegistry" SET "healthStatus" = 'degraded' WHERE id = 'analysis'`);
      isDown = false;
      sockets = [];
      await page.getByRole('row', { name: /Meanwhile/ }).waitFor();
      await page.getByRole('row', { name: /Analysis.*Degraded/ }).waitFor();
      await state.getByText('live', { exact: true }).waitFor();
      problems.length = 0;
      await pool.query(`DELETE FROM "AgentRegistry" WHERE id = 'meanwhile'`);
      await pool.query(`UPDATE "AgentRegistry" SET "healthStatus" = 'healthy' WHERE id = 'analysis'`);
    });
  });

  describe('a table', () => {
    test('keeps its state in the URL, for reload and Back', async () => {
      const { page } = await agentsPage();
      const rows = page.getByRole('rowgroup').last().getByRole('row');
      await page.getByRole('searchbox').fill('data');
      await page.getByRole('row', { name: /Analysis/ }).waitFor({ state: 'detached' });
      await expect.poll(() => page.url()).toContain('?q=data');
      await page.reload();
      await page.getByRole('row', { name: /Data Collection/ }).waitFor();
      await expect.poll(() => rows.count()).toBe(1);
      await page.getByRole('button', { name: 'Clear' }).click();
      await page.getByRole('row', { name: /Analysis/ }).waitFor();

      await page.getByRole('button', { name: 'Health', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Unhealthy' }).click();
      await page.getByRole('row', { name: /Analysis/ }).waitFor({ state: 'detached' });
      await page.goBack();
      await page.getByRole('row', { name: /Analysis/ }).waitFor();
      await page.getByRole('button', { name: 'Agent', exact: true }).click();
      await expect.poll(() => rows.first().textContent()).toContain('Report');
      await expect.poll(() => page.url()).toContain('sort=-NAME');
    });

    test('says what to do if nothing matches', async () => {
      const { page } = await open({ role: 'viewer', path: '/agents?q=zzz' });
      await page.getByText('No agents match the filter').waitFor();
    });

    test('draws only the visible ones of three hundred rows, and loads more', async () => {
      const { pool } = admin.server;
      await pool.query(
        `INSERT INTO "AgentRegistry" (id, name, endpoint)
         SELECT 'many-' || n, 'Many ' || lpad(n::text, 3, '0'), '{"type": "http", "url": "http://127.0.0.1:9/many"}'
         FROM generate_series(1, 300) n`,
      );
      const { page } = await open({ role: 'viewer', path: '/agents?q=many-' });
      await page.getByRole('row', { name: /Many 001/ }).waitFor();
      const content = page.locator('#content');
      await expect
        .poll(async () => {
          await content.evaluate((element) => element.scrollTo(0, element.scrollHeight));
          return page.locator('#content [role=status]').last().textContent();
        })
        .toBe('300 total');
      await content.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      await page.getByRole('row', { name: /Many 300/ }).waitFor();
      expect(await page.getByRole('row').count()).toBeLessThan(80);
      await pool.query(`DELETE FROM "AgentRegistry" WHERE id LIKE 'many-%'`);
    });
  });

  test('a table can be used by keyboard alone', async () => {
    const { page } = await agentsPage();
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
    await page.keyboard.press('Tab');
    await expect.poll(focused).toBe('Skip to main content');
    await page.keyboard.press('Enter');

    await page.keyboard.press('j');
    await expect.poll(focused).toContain('Analysis');
    await page.keyboard.press('j');
    await expect.poll(focused).toContain('Data Collection');
    await page.keyboard.press('ArrowUp');
    await expect.poll(focused).toContain('Analysis');
    await page.keyboard.press('/');
    await page.keyboard.type('quo');
    await page.getByRole('row', { name: /Analysis/ }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.getByRole('row', { name: /Analysis/ }).waitFor();
  });

  test('keys, the command palette and key sequences work', async () => {
    const { page, screenshot } = await agentsPage();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Next row').waitFor();
    await screenshot('keys');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.keyboard.press('Control+k');
    await page.locator('[placeholder*="run a command"]:focus').waitFor();
    await page.keyboard.type('data');
    await page.getByRole('option', { name: /Data Collection/ }).waitFor();
    await screenshot('palette');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('overview');
    await page.getByRole('option', { name: /Overview/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await page.getByRole('heading', { name: 'Agents' }).waitFor();
  });

  test('the command palette creates objects from every page, if the role allows it', async () => {
    for (const role of ['admin', 'viewer'] as const) {
      const { page } = await open({ role, path: '/workers' });
      await page.getByRole('heading', { name: 'Workers' }).waitFor();
      await page.keyboard.press('Control+k');
      await page.locator('[placeholder*="run a command"]:focus').waitFor();
      await page.keyboard.type('create agent');
      const option = page.getByRole('option', { name: /^Register agent/ });
      await option.waitFor();
      expect(await option.getAttribute('aria-disabled')).toBe(String(role === 'viewer'));
      if (role === 'viewer') continue;
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Register agent' }).waitFor();
    }
  });

  test('an open sign-in page follows the color scheme of the system', async () => {
    const { page } = await open({ theme: 'light' });
    await page.getByLabel('API token').waitFor();
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.locator('html[data-theme="dark"]').waitFor();
    await page.emulateMedia({ colorScheme: 'light' });
    await page.locator('html[data-theme="light"]').waitFor();
  });

  test('with reduced motion, nothing moves to the colors of another theme', async () => {
    const { page } = await agentsPage({ theme: 'light' });
    const moving = await page.evaluate(() => {
      const colorOfRow = () => getComputedStyle(document.querySelector('[role=row] a') as Element).color;
      const before = colorOfRow();
      document.documentElement.dataset.theme = 'dark';
      const isOther = colorOfRow() !== before;
      return { isOther, transitions: document.getAnimations().length };
    });
    expect(moving).toEqual({ isOther: true, transitions: 0 });
  });

  describe('in both themes', () => {
    test('signing in is accessible', async () => {
      const { page, expectAccessibleInBothThemes } = await open();
      await page.getByLabel('API token').waitFor();
      await expectAccessibleInBothThemes('sign-in');
    });

    test('a table, its menus, the command palette and the overview are accessible', async () => {
      const { page, live, expectAccessibleInBothThemes } = await agentsPage();
      await live();
      await expectAccessibleInBothThemes('agents');
      await page.getByRole('button', { name: 'Health', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Unhealthy' }).waitFor();
      await expectAccessibleInBothThemes('agents-menu');
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder(/run a command/).waitFor();
      await expectAccessibleInBothThemes('palette');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByRole('link', { name: 'Overview' }).click();
      await page.getByText('upstream <b>timed out</b> after 30 s').first().waitFor();
      await expectAccessibleInBothThemes('overview');
    });

    test('pages and the menu work on a phone', async () => {
      const { page, expectAccessibleInBothThemes } = await agentsPage({ width: 390, height: 844 });
      await expect.poll(() => fitsAcross(page)).toBe(true);
      await expectAccessibleInBothThemes('agents-390');
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('dialog', { name: 'Callboard' }).waitFor();
      await expectAccessibleInBothThemes('menu-390');
      await page.getByRole('link', { name: 'Overview' }).click();
      await page.getByRole('heading', { name: 'Overview' }).waitFor();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByText('upstream <b>timed out</b>').first().waitFor();
      await expect.poll(() => fitsAcross(page)).toBe(true);
      await expectAccessibleInBothThemes('overview-390');
    });
  });

  test('buttons, switches, radio buttons and folded parts react within 44 px on a touch screen', async () => {
    const { page } = await open({ role: 'admin', path: '/scheduler/schedules/new', width: 390, height: 844 });
    const touch = await page.context().newCDPSession(page);
    await touch.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await page.getByRole('radio').first().waitFor();
    const heights = (selector: string) =>
      page
        .locator(selector)
        .evaluateAll((all) => all.map((element) => Math.round(element.getBoundingClientRect().height)));
    for (const selector of ['label:has([role="switch"])', 'label:has([type="radio"])', 'summary']) {
      const found = await heights(selector);
      expect(found.length, selector).toBeGreaterThan(0);
      expect(Math.min(...found), selector).toBeGreaterThanOrEqual(44);
    }
    await expect.poll(() => fitsAcross(page)).toBe(true);
    await page.goto(`${admin.server.url}/admin/agents/analysis`);
    for (const name of [/copy agent id/i, 'More actions', /^Test call/]) {
      const box = await page.getByRole('button', { name }).first().boundingBox();
      expect(box?.height, String(name)).toBeGreaterThanOrEqual(44);
      expect(box?.width, String(name)).toBeGreaterThanOrEqual(44);
    }
    await expect.poll(() => fitsAcross(page)).toBe(true);
  });

  test('the first page weighs at most 250 KB, and nothing comes from other hosts', async () => {
    const { page, loaded, live } = await agentsPage();
    await live();
    await page.waitForLoadState('networkidle');
    const assets = loaded
      .map(({ url }) => new URL(url))
      .filter(({ pathname }) => pathname.startsWith('/admin/assets/'));
    expect(assets.length).toBeGreaterThan(3);
    const sizes = await Promise.all(
      assets.map(async ({ href }) => {
        const response = await fetch(href, { headers: { 'accept-encoding': 'identity' } });
        return gzipSync(Buffer.from(await response.arrayBuffer())).length;
      }),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(FIRST_LOAD_LIMIT);
    expect(loaded.every(({ url }) => url.startsWith(admin.server.url))).toBe(true);
  });

  test('the public files contain no secret', async () => {
    const { loaded } = await agentsPage();
    for (const { url } of loaded.filter(({ url }) => url.endsWith('.js'))) {
      const text = await (await fetch(url)).text();
      expect(text.includes('CALLBOARD_'), url).toBe(false);
      expect(text.includes(process.cwd()), url).toBe(false);
    }
    expect(await readFile('dist/admin/index.html', 'utf8')).not.toMatch(/<script>|style=/);
  });
});
