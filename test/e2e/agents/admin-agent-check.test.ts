/** The protocol check of an agent in a real browser, with an agent on the kit as a process. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFreePort } from '../../../src/runtime/free-port.js';
import { startTypeScriptAgent } from '../../examples/agents.js';
import { type AdminBrowser, chromiumAvailable, startAdmin } from '../../support/browser.js';
import { RegisterAgentDocument } from '../../support/generated/operations.js';

const SECRETS = { SIGNING_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`, TOKEN: 'of-the-agent' };

describe.skipIf(!chromiumAvailable('the check of agents in the admin'))('the check of an agent', () => {
  let admin: AdminBrowser;
  beforeAll(async () => {
    // The agent reports to the public address.
    const port = await findFreePort();
    admin = await startAdmin({ port, publicUrl: `http://127.0.0.1:${port}` });
  });
  afterAll(() => admin?.close());

  async function register(id: string, url: string): Promise<void> {
    const { registerAgent } = await admin.server.admin.ask(RegisterAgentDocument, {
      input: {
        id,
        name: id,
        version: '1',
        endpoint: { type: 'HTTP', url, authentication: { type: 'BEARER', token: SECRETS.TOKEN } },
        signingSecret: SECRETS.SIGNING_SECRET,
        inputSchema: { type: 'object', properties: { waitMs: { type: 'integer', maximum: 100 } } },
      },
    });
    expect(registerAgent.__typename).toBe('Agent');
  }

  async function openDialog(id: string, theme: 'light' | 'dark' = 'light') {
    const opened = await admin.open({ role: 'operator', path: `/agents/${id}`, theme });
    await opened.page.getByRole('button', { name: 'More actions' }).click();
    await opened.page.getByRole('menuitem', { name: 'Check protocol…' }).click();
    const dialog = opened.page.getByRole('dialog', { name: `Check the protocol of ${id}` });
    await dialog.waitFor();
    return { ...opened, dialog };
  }

  test('lists what a good agent does well, and what the check cannot decide', async () => {
    await register(
      'kit',
      await startTypeScriptAgent('test/kits/conformance-agent.ts', { ...SECRETS, ACCEPT_AFTER_MS: '0' }),
    );
    const { dialog, problems, expectAccessible, screenshot } = await openDialog('kit');
    await screenshot('agent-check-before');
    await dialog.getByRole('button', { name: 'Check', exact: true }).click();
    const checks = dialog.getByRole('list', { name: 'Checks' });
    await checks.waitFor();
    const texts = await checks.getByRole('listitem').allInnerTexts();
    expect(texts.filter((text) => text.startsWith('Passed')).length).toBeGreaterThan(5);
    expect(texts.filter((text) => /^(Failed|Warning)/.test(text))).toEqual([]);
    expect(texts.find((text) => text.includes('\nreport\n'))).toMatch(/^Passed/);
    await expectAccessible();
    await screenshot('agent-check-passed');
    await dialog.getByRole('button', { name: 'Check again' }).waitFor();
    expect(problems).toEqual([]);
  });

  test('says how to fix an agent that answers incorrectly', async () => {
    await register('away', 'http://127.0.0.1:9/');
    const { dialog, page, problems, expectAccessible, screenshot } = await openDialog('away', 'dark');
    await dialog.getByRole('button', { name: 'Check', exact: true }).click();
    await dialog.getByText('Failed').first().waitFor();
    await expectAccessible();
    await screenshot('agent-check-failed');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test('does not start with params that do not match the schema', async () => {
    await register('strict', 'http://127.0.0.1:9/');
    const { dialog, page } = await openDialog('strict');
    const editor = dialog.getByRole('textbox', { name: 'Params' });
    await editor.click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText('{ "waitMs": "soon" }');
    await dialog.getByRole('button', { name: 'Check', exact: true }).click();
    await dialog.getByText(/waitMs: must be/).waitFor();
    await page.keyboard.press('ControlOrMeta+a');
    await editor.click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText('{ "waitMs": ');
    await expect
      .poll(() => dialog.getByRole('button', { name: 'Check', exact: true }).getAttribute('aria-disabled'))
      .toBe('true');
  });
});
