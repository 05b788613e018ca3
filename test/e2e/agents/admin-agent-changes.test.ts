/**
 * Changing agents in the admin, in a real browser: calls, versions, configuration, secrets, the form,
 * deletion.
 */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type AgentServer, answer, completes, startAgentServer } from '../../support/agent-server.js';
import {
  type AdminBrowser,
  type AdminPage,
  chromiumAvailable,
  fitsAcross,
  holdRequests,
  type PageOptions,
  startAdmin,
} from '../../support/browser.js';
import { createDeferred } from '../../support/deferred.js';
import { furnishAgents, openAgent } from './admin-agent-fixture.js';

describe.skipIf(!chromiumAvailable('changing agents in the admin'))('changing agents in the admin', () => {
  let admin: AdminBrowser;
  let agent: AgentServer;

  beforeAll(async () => {
    [admin, agent] = await Promise.all([startAdmin(), startAgentServer()]);
    await furnishAgents(admin.server.pool, agent);
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

  describe('a test call', () => {
    test('starts with valid params, and shows the answer', async () => {
      const { page, expectAccessible, screenshot } = await agentPage();
      await page.getByRole('button', { name: 'Test call…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Send test call to Analysis' });
      const params = dialog.getByRole('textbox', { name: 'Params' });
      await params.getByText('"AAPL"').waitFor();
      await expectAccessible();
      const before = agent.ledger.length;
      await dialog.getByRole('button', { name: 'Send', exact: true }).click();
      await dialog.getByText('HTTP 200').waitFor();
      await dialog.getByText('The agent completed the call.').waitFor();
      expect(agent.ledger.slice(before).map(({ body }) => body.params)).toEqual([
        { ticker: 'AAPL', depth: 2 },
      ]);
      await dialog.getByText('Accepted fields').click();
      await expectAccessible();
      await screenshot('agent-test-call');

      await params.fill('{"ticker": "", "depth": 9}');
      await dialog.getByRole('button', { name: 'Send again' }).click();
      await dialog.getByText(/depth: must be <= 5/).waitFor();
      await screenshot('agent-test-call-refused');
      expect(agent.ledger.length).toBe(before + 1);

      const released = createDeferred();
      agent.behave(async (_entry, response) => {
        await released.promise;
        answer(response, 503, { message: 'too busy' });
      });
      await params.fill('{"ticker": "MSFT"}');
      await dialog.getByRole('button', { name: /Send/ }).click();
      await dialog.getByText('Waiting for the response').waitFor();
      expect(await dialog.getByText(/depth: must be/).count()).toBe(0);
      released.resolve();
      await dialog.getByText('HTTP 503').waitFor();
      agent.behave(completes);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await expect.poll(() => page.evaluate('document.activeElement.textContent')).toContain('Test call');
    });

    test('can be a run instead', async () => {
      const { page, expectAccessible, screenshot } = await agentPage();
      await page.getByRole('button', { name: 'Run now' }).click();
      const dialog = page.getByRole('dialog', { name: 'Run Analysis now' });
      await dialog.getByRole('textbox', { name: 'Params' }).getByText('"AAPL"').waitFor();
      await expectAccessible();
      await screenshot('agent-run');
      await dialog.getByRole('button', { name: 'Run', exact: true }).click();
      await toasted(page, 'Started a run of Analysis');
      const { rows } = await admin.server.pool.query(
        `SELECT snapshot -> 'params' AS params FROM "ScheduleExecution" WHERE "agentId" = 'analysis' ORDER BY id DESC LIMIT 1`,
      );
      expect(rows[0].params).toEqual({ ticker: 'AAPL', depth: 2 });
    });

    test('a run that starts late does not close the next dialog', async () => {
      const { page } = await agentPage();
      const release = await holdRequests(page, 'AgentRun');
      await page.getByRole('button', { name: 'Run now' }).click();
      const run = page.getByRole('dialog', { name: 'Run Analysis now' });
      await run.getByRole('button', { name: 'Run', exact: true }).click();
      await page.keyboard.press('Escape');
      await run.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Check protocol…' }).click();
      const check = page.getByRole('dialog', { name: 'Check the protocol of Analysis' });
      await check.waitFor();
      release();
      await toasted(page, 'Started a run of Analysis');
      expect(await check.count()).toBe(1);
    });
  });

  test('versions are deployed and rolled back, and show who did it', async () => {
    const { page, expectAccessible, screenshot } = await agentPage('report?tab=versions');
    for (const version of ['2.0.0', '2.1.0']) {
      await page.getByRole('button', { name: 'Deploy to production' }).click();
      const dialog = page.getByRole('dialog', { name: 'Deploy a version to production' });
      await dialog.getByRole('textbox', { name: 'Version' }).fill(version);
      if (version === '2.1.0') await expectAccessible();
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
    }
    await page.getByText('2.0.0 → ').waitFor();
    await screenshot('agent-versions-deployed');
    await page.getByRole('button', { name: 'Roll back to 2.0.0' }).click();
    await page.getByRole('dialog').getByText('use version 2.0.0 instead of 2.1.0').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Roll back to 2.0.0' }).click();
    await page.getByText('Rolled back in production').waitFor();
    await expectAccessible();
    const { rows } = await admin.server.pool.query(
      `SELECT version FROM "AgentVersionDeployment" WHERE "agentId" = 'report' AND environment = 'production'`,
    );
    expect(rows).toEqual([{ version: '2.0.0' }]);
  });

  test('the configuration is changed, and unsaved changes are not lost without asking', async () => {
    const { page } = await agentPage('analysis?tab=config');
    const editor = page.getByRole('textbox', { name: 'Configuration' });
    await editor.fill('{"model": "o3"');
    await page
      .getByText(/Invalid JSON/)
      .first()
      .waitFor();
    await editor.fill('{"model": "o3"}');
    await page.getByRole('link', { name: 'Workers' }).first().click();
    const guard = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
    await guard.getByRole('button', { name: 'Keep editing' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await toasted(page, 'Configuration saved');
    await page.getByText(/Changed/).waitFor();
    const { rows } = await admin.server.pool.query(`SELECT value FROM "AgentConfig" WHERE key = 'analysis'`);
    expect(rows).toEqual([{ value: { model: 'o3' } }]);
  });

  test('a secret is replaced without being shown', async () => {
    const { page, expectAccessible, screenshot } = await agentPage('analysis?tab=endpoint');
    await page.getByRole('button', { name: 'Set…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set the signing secret' });
    await dialog.getByLabel('New signing secret').fill('whsec_short');
    await dialog.getByRole('button', { name: 'Store' }).click();
    await dialog
      .getByText(/Standard Webhooks requires 24 to 64|is not base64/)
      .first()
      .waitFor();
    await expectAccessible();
    await screenshot('agent-secret');
    const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
    await dialog.getByLabel('New signing secret').fill(secret);
    await page.keyboard.press('Enter');
    await toasted(page, 'Stored the signing secret');
    await page.getByText('••••••••BwcH').waitFor();
    expect(await page.content()).not.toContain(secret);
  });

  describe('the form', () => {
    test('opens by its shortcut, and is accessible with problems', async () => {
      const { page, expectAccessible, screenshot } = await open({ path: '/agents' });
      await page.getByRole('row', { name: /Analysis/ }).waitFor();
      await page.keyboard.press('c');
      await page.getByRole('heading', { name: 'Register agent' }).waitFor();
      await page.getByLabel('URL').first().fill('http://169.254.169.254/latest');
      await page.getByLabel('URL').first().blur();
      await page.getByText(/^The URL /).waitFor();
      await page.getByRole('button', { name: 'Register agent' }).click();
      await page.getByText('must not be empty').first().waitFor();
      await expectAccessible();
      await screenshot('agent-form-faults');
    });

    test('registers the agent with the first click, although this click also takes the focus from the URL', async () => {
      const { page } = await open({ path: '/agents/new' });
      const button = page.getByRole('button', { name: 'Register agent' });
      await page.getByLabel(/^Name/).fill('First Click');
      await page.getByLabel('URL').first().fill(agent.url);
      const before = await button.evaluate((it) => it.getBoundingClientRect().top);
      await page.getByLabel('URL').first().blur();
      await page.getByText(/^The URL answers/).waitFor();
      expect(await button.evaluate((it) => it.getBoundingClientRect().top)).toBe(before);
    });

    test('is not in the history after it was saved, nor is a deleted agent: Back leads to the list', async () => {
      const { page } = await open({ path: '/agents' });
      const analysis = page.getByRole('row', { name: /Analysis/ });
      await analysis.waitFor();
      await page.keyboard.press('c');
      await page.getByLabel(/^Name/).fill('Left Behind');
      await page.getByLabel(/^ID/).fill('left-behind');
      await page.getByLabel(/^Version/).fill('1.0.0');
      await page.getByLabel('URL').first().fill(agent.url);
      await page.getByRole('button', { name: 'Register agent' }).click();
      await page.getByRole('heading', { name: 'Left Behind' }).waitFor();
      await page.goBack();
      await analysis.waitFor();

      await page.goForward();
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('button', { name: 'Delete agent' }).click();
      await toasted(page, 'Deleted Left Behind');
      await page.goBack();
      await analysis.waitFor();
      expect(new URL(page.url()).pathname).toBe('/admin/agents');
    });

    test('works on a phone, in dark mode', async () => {
      const { page, expectAccessible, screenshot } = await open({
        path: '/agents/new',
        theme: 'dark',
        width: 390,
        height: 1_400,
      });
      await page.getByText('Signing, headers, metadata').click();
      await page.getByRole('textbox', { name: 'Metadata' }).waitFor();
      await expect.poll(() => fitsAcross(page)).toBe(true);
      await expectAccessible();
      await screenshot('agent-form-390');
    });
  });

  test('a signing secret is removed', async () => {
    const { page } = await agentPage('analysis?tab=endpoint');
    await page.getByRole('button', { name: 'Replace…' }).click();
    await page.getByRole('button', { name: 'Remove' }).click();
    await toasted(page, 'Removed the signing secret');
    await page.getByRole('button', { name: 'Set…' }).waitFor();
  });

  test('deleting an agent says what uses it, and what happens to that', async () => {
    const { page, expectAccessible, screenshot } = await agentPage();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Analysis?' });
    await dialog.getByText('1 schedule').waitFor();
    await expectAccessible();
    await screenshot('agent-delete');
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await page.goto(`${admin.server.url}/admin/agents/data-collection`);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByText('Nothing uses this agent.').waitFor();
    await page.getByRole('button', { name: 'Delete agent' }).click();
    await page.getByRole('row', { name: /Analysis/ }).waitFor();
    await page.getByRole('row', { name: /Data Collection/ }).waitFor({ state: 'detached' });
    await page.goto(`${admin.server.url}/admin/agents/data-collection`);
    await page.getByText('Agent not found').waitFor();
  });
});
