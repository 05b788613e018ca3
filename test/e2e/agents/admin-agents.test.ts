/** Agents in the admin, in a real browser: the list, the page of an agent, and its actions. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type AgentServer, startAgentServer } from '../../support/agent-server.js';
import {
  type AdminBrowser,
  type AdminPage,
  chromiumAvailable,
  fitsAcross,
  type PageOptions,
  startAdmin,
} from '../../support/browser.js';
import { insertExpanded } from '../../support/rows.js';
import { furnishAgents, openAgent } from './admin-agent-fixture.js';

describe.skipIf(!chromiumAvailable('agents in the admin'))('agents in the admin', () => {
  let admin: AdminBrowser;
  let agent: AgentServer;

  beforeAll(async () => {
    [admin, agent] = await Promise.all([startAdmin(), startAgentServer()]);
  });
  afterEach(() => admin.closePages());
  afterAll(async () => {
    await agent?.close();
    await admin?.close();
  });

  function open(options: PageOptions = {}): Promise<AdminPage> {
    return admin.open({ role: 'admin', ...options });
  }

  function agentPage(where = 'analysis', options: PageOptions = {}): Promise<AdminPage> {
    return openAgent(admin, where, options);
  }

  const toasted = (page: Page, text: string | RegExp): Promise<void> =>
    page.getByText(text).first().waitFor();

  test('without agents, the list shows a complete agent to start with', async () => {
    const { page, expectAccessible, screenshot } = await open({ path: '/agents' });
    await page.getByText('No agents yet').waitFor();
    await page.getByText('hello-agent.mjs').first().waitFor();
    await expectAccessible();
    await screenshot('agents-empty');
    await page.getByRole('button', { name: 'Register agent' }).first().click();
    await page.getByRole('heading', { name: 'Register agent' }).waitFor();
  });

  test('why saving failed is in view, however far below the field it is', async () => {
    const { page, problems } = await open({ path: '/agents/new', width: 1_440 });
    await page.getByLabel(/^Name/).fill('Away');
    await page.getByPlaceholder('https://agents.example.com/run').fill('http://127.0.0.1:9/run');
    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('AgentFormRegister') ? route.abort() : route.continue(),
    );
    await page.keyboard.press('Control+Enter');
    const message = page.getByText(/You can safely try again\./);
    await message.waitFor();
    await page.waitForFunction(
      (element) => element && element.getBoundingClientRect().bottom <= innerHeight,
      await message.elementHandle(),
    );
    expect(problems.splice(0)).toEqual([expect.stringContaining('ERR_FAILED')]);
  });

  describe('with some agents', () => {
    beforeAll(() => furnishAgents(admin.server.pool, agent));

    describe('the list', () => {
      test('shows who is healthy, how often each is called, and whose jobs wait', async () => {
        const { page, live, expectAccessible, screenshot } = await open({ path: '/agents', width: 1_440 });
        const row = page.getByRole('row', { name: /Analysis/ });
        await row.getByText('Healthy').waitFor();
        await row.getByText(/^9\d(\.\d)?%$/).waitFor();
        await row.getByText('3 / 8').waitFor();
        const quotes = page.getByRole('row', { name: /Quotes/ });
        await quotes.getByText('Open').waitFor();
        await page
          .getByRole('row', { name: /Report/ })
          .getByText('Disabled')
          .waitFor();
        await live();
        await expectAccessible();
        await screenshot('agents-list');

        await admin.server.pool.query(
          `UPDATE "AgentRegistry" SET "healthStatus" = 'healthy' WHERE id = 'data-collection'`,
        );
        await page
          .getByRole('row', { name: /Data Collection/ })
          .getByText('Healthy')
          .waitFor();
      });

      test('works in dark mode and on a narrow screen', async () => {
        const dark = await open({ path: '/agents', theme: 'dark', width: 1_440 });
        await dark.page.getByRole('row', { name: /Analysis/ }).waitFor();
        await dark.expectAccessible();
        await dark.screenshot('agents-list-dark');
        const narrow = await open({ path: '/agents', width: 390, height: 844 });
        await narrow.page.getByRole('row', { name: /Analysis/ }).waitFor();
        await expect.poll(() => fitsAcross(narrow.page)).toBe(true);
        await narrow.screenshot('agents-list-390');
      });
    });

    describe('one agent', () => {
      test('shows its performance: figures, charts with pointer and keys, state', async () => {
        const { page, expectAccessible, screenshot } = await agentPage('analysis', {
          width: 1_440,
          height: 1_000,
        });
        await page.getByText('Success rate').waitFor();
        const chart = page.getByRole('slider', { name: 'Outcomes' });
        await chart.focus();
        await page.keyboard.press('ArrowLeft');
        await expect.poll(() => chart.getAttribute('aria-valuenow')).toBe('22');
        expect(await chart.getAttribute('aria-valuetext')).toMatch(
          /^\d\d:\d\d – \d\d:\d\d: completed \d+, failed \d+$/,
        );
        await page.getByText('3 of up to 8').waitFor();
        await expectAccessible();
        await screenshot('agent-overview');
        await page.getByRole('button', { name: '7 days' }).click();
        await expect.poll(() => page.url()).toContain('range=7d');
        await page.reload();
        await page.getByRole('button', { name: '7 days', pressed: true }).waitFor();
      });

      test('names its last failure; the failed job leads back to its endpoint', async () => {
        const { page } = await agentPage();
        await page.getByRole('link', { name: 'The upstream timed out' }).click();
        await page.getByRole('link', { name: 'Agent endpoint' }).click();
        await page.getByRole('tab', { name: 'Endpoint', selected: true }).waitFor();
      });

      const TABS: [name: string, shows: (page: Page) => Locator][] = [
        ['Jobs', (page) => page.getByRole('row', { name: /Failed/ }).first()],
        ['Versions', (page) => page.getByText('No deployments yet.')],
        ['Schemas', (page) => page.getByText('Which share.', { exact: true })],
        ['Endpoint', (page) => page.getByText('Signing secret', { exact: true })],
        ['Limits', (page) => page.getByText('Up to 600 per')],
        ['Config', (page) => page.getByRole('textbox', { name: 'Configuration' })],
        ['Used by', (page) => page.getByRole('heading', { name: /Schedules/ })],
        ['Audit log', (page) => page.getByText('Reads what is new').first()],
      ];
      test('each tab is visible to everybody and can be linked to', { timeout: 240_000 }, async () => {
        const { page, expectAccessible, screenshot } = await agentPage('analysis', {
          width: 1_280,
          height: 900,
        });
        for (const [name, shows] of TABS) {
          await page.getByRole('tab', { name, exact: true }).click();
          await shows(page).waitFor();
          await expectAccessible();
          await screenshot(`agent-${name.toLowerCase().replace(' ', '-')}`);
          await page.reload();
          await page.getByRole('tab', { name, exact: true, selected: true }).waitFor();
          await shows(page).waitFor();
        }
      });

      test('works in dark mode and on a phone', async () => {
        const { page, expectAccessible, screenshot } = await agentPage('analysis', { theme: 'dark' });
        for (const tab of ['Overview', 'Schemas', 'Versions']) {
          await page.setViewportSize({ width: 1_440, height: 1_000 });
          await page.getByRole('tab', { name: tab }).click();
          const panel = page.getByRole('tabpanel', { name: tab });
          if (tab === 'Overview') await panel.getByRole('slider', { name: 'Latency' }).waitFor();
          else await panel.getByRole('heading').first().waitFor();
          await expectAccessible();
          await screenshot(`agent-${tab.toLowerCase()}-dark`);
          await page.setViewportSize({ width: 390, height: 844 });
          await expect.poll(() => fitsAcross(page)).toBe(true);
          await screenshot(`agent-${tab.toLowerCase()}-390`);
        }
      });

      test('all actions are on one line on a phone', async () => {
        const { page } = await agentPage('analysis', { width: 390, height: 844 });
        const tops = await page
          .locator('header button')
          .evaluateAll((buttons) =>
            buttons
              .filter(({ textContent, ariaLabel }) =>
                /Test call|Run now|More/.test(`${textContent}${ariaLabel}`),
              )
              .map((button) => button.getBoundingClientRect().top),
          );
        expect(tops).toHaveLength(3);
        expect(new Set(tops).size).toBe(1);
      });

      test('all tabs are in view on a tablet and on a phone', async () => {
        const { page } = await agentPage('analysis');
        const list = page.getByRole('tablist', { name: 'Agent' });
        for (const width of [768, 390]) {
          await page.setViewportSize({ width, height: 844 });
          await expect
            .poll(() => list.evaluate((element) => element.scrollWidth <= element.clientWidth))
            .toBe(true);
          await expect.poll(() => fitsAcross(page)).toBe(true);
        }
      });

      test('its health is checked, and it is disabled and enabled', async () => {
        const { page } = await agentPage();
        await page.getByRole('button', { name: 'More' }).click();
        await page.getByRole('menuitem', { name: 'Check health' }).click();
        await toasted(page, 'The agent is healthy');
        await page.getByRole('switch', { name: 'Enabled' }).click();
        await toasted(page, 'Agent disabled');
        await page.getByText('schedules and pipelines that use it are blocked').waitFor();
        await page.getByRole('button', { name: 'Undo' }).click();
        await toasted(page, 'Agent enabled');
        await expect.poll(() => page.getByRole('switch', { name: 'Enabled' }).isChecked()).toBe(true);
      });

      test('an open circuit shows the reason and what waits, and is closed', async () => {
        const { page, expectAccessible, screenshot } = await agentPage('quotes');
        await page
          .getByText(/2 calls failed in a row: The connection was refused\./)
          .first()
          .waitFor();
        await expectAccessible();
        await screenshot('agent-circuit-open');
        await page.getByRole('button', { name: 'Close the circuit and send 3 jobs' }).click();
        await toasted(page, 'Circuit closed');
        await page.getByText('2 calls failed').waitFor({ state: 'detached' });
      });

      test('numbers change while jobs run', async () => {
        const { pool } = admin.server;
        const { page, live } = await agentPage('data-collection');
        await page.getByText('No attempts finished in this period.').waitFor();
        await live();
        const { attemptIds } = await insertExpanded(pool, {
          agentId: 'data-collection',
          jobs: [{ n: 1 }, { n: 2 }],
        });
        await pool.query(`UPDATE "AgentJobExecution" SET status = 'running' WHERE id = ANY ($1)`, [
          attemptIds,
        ]);
        const running = page.getByText('Running', { exact: true }).locator('xpath=following-sibling::dd');
        await expect.poll(() => running.textContent()).toBe('2');
        await pool.query(
          `UPDATE "AgentJobExecution" SET status = 'completed', "completedAt" = now(), "durationMs" = 120 WHERE id = ANY ($1)`,
          [attemptIds],
        );
        await page.getByText('100%').waitFor();
        await expect.poll(() => running.textContent()).toBe('0');
      });
    });

    test('a viewer is told why other actions are not available', async () => {
      const { page, expectAccessible, screenshot } = await agentPage('analysis?tab=config', {
        role: 'viewer',
      });
      await page
        .getByText(/Requires the role ADMIN/)
        .first()
        .waitFor();
      const button = page.getByRole('button', { name: 'Test call…' });
      await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true');
      expect(await button.getAttribute('aria-description')).toContain('Requires the role ADMIN');
      await expectAccessible();
      await screenshot('agent-viewer');
      await page.goto(`${admin.server.url}/admin/agents/analysis/edit`);
      await page.getByText('You can view this page but cannot save changes.').waitFor();
    });
  });
});
