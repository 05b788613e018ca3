/** The smaller forms on the page of an agent: secret, configuration, version, test call. */
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, describe, expect, test } from 'vitest';
import { type AgentServer, startAgentServer } from '../../support/agent-server.js';
import { insertAgent } from '../../support/rows.js';
import { adminInJsdom, descriptionOf, fill, reasonOf, textOf, write } from './support/admin-in-jsdom.js';

describe('on the page of an agent', () => {
  let agent: AgentServer;
  const admin = adminInJsdom(async ({ pool }) => {
    agent = await startAgentServer();
    await insertAgent(pool, 'analysis', agent.url, {
      name: 'Analysis',
      inputSchema: {
        type: 'object',
        required: ['ticker'],
        properties: {
          ticker: { type: 'string', minLength: 1, default: 'AAPL' },
          depth: { type: 'integer', maximum: 5, default: 2 },
        },
      },
    });
  });
  afterAll(() => agent?.close());

  test('a secret is refused at its field, then stored without being shown', async () => {
    const user = await admin.open('/agents/analysis?tab=endpoint');
    await user.click(await screen.findByRole('button', { name: 'Set…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Set the signing secret' }));
    const field = dialog.getByLabelText(/^New signing secret/);
    await fill(user, field, 'whsec_short');
    await user.click(dialog.getByRole('button', { name: 'Store' }));
    await waitFor(() =>
      expect(descriptionOf(field)).toMatch(/Standard Webhooks requires 24 to 64|is not base64/),
    );
    const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
    await fill(user, field, secret);
    await user.keyboard('{Enter}');
    await screen.findByText('Stored the signing secret');
    await screen.findByText('••••••••BwcH');
    expect(document.body.innerHTML).not.toContain(secret);
  });

  test('a configuration that is no JSON is not saved, and unsaved changes are not lost without asking', async () => {
    const user = await admin.open('/agents/analysis?tab=config');
    const editor = await screen.findByRole('textbox', { name: 'Configuration' });
    await write(user, editor, '{"model": "o3"');
    await waitFor(() => expect(descriptionOf(editor)).toContain('Invalid JSON'));
    expect(reasonOf(screen.getByRole('button', { name: /^Save/ }))).toContain('Invalid JSON');
    await user.click(screen.getByRole('button', { name: /^Save/ }));
    expect(admin.sent('AgentSetConfig')).toEqual([]);
    await write(user, editor, '{"model": "o3"}');
    await user.click(screen.getAllByRole('link', { name: /^Workers/ })[0] as HTMLElement);
    await screen.findByRole('dialog', { name: 'Discard unsaved changes?' });
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    await user.click(screen.getByRole('button', { name: /^Save/ }));
    await screen.findByText('Configuration saved');
    const { rows } = await admin.server.pool.query(`SELECT value FROM "AgentConfig" WHERE key = 'analysis'`);
    expect(rows).toEqual([{ value: { model: 'o3' } }]);
  });

  test('a version is deployed by Enter', async () => {
    const user = await admin.open('/agents/analysis?tab=versions');
    await user.click(await screen.findByRole('button', { name: 'Deploy to production' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Deploy a version to production' }));
    await fill(user, dialog.getByLabelText(/^Version/), '2.0.0');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const { rows } = await admin.server.pool.query(
      `SELECT version FROM "AgentVersionDeployment" WHERE "agentId" = 'analysis' AND environment = 'production'`,
    );
    expect(rows).toEqual([{ version: '2.0.0' }]);
  });

  test('a test call starts with valid params, and is refused at their field if they are changed', async () => {
    const user = await admin.open('/agents/analysis');
    await user.click(await screen.findByRole('button', { name: 'Test call…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Send test call to Analysis' }));
    const params = await dialog.findByRole('textbox', { name: 'Params' });
    const send = () => dialog.getByRole('button', { name: /^Send/ });
    await waitFor(() => expect(textOf(params)).toContain('AAPL'));
    await write(user, params, '{"ticker": "", "depth": 9}');
    await user.click(send());
    await waitFor(() => expect(descriptionOf(params)).toMatch(/depth: must be <= 5/));
    expect(agent.ledger).toEqual([]);
    await write(user, params, '{"ticker": ');
    await waitFor(() => expect(reasonOf(send())).toContain('Invalid JSON'));
    await write(user, params, '{"ticker": "MSFT"}');
    await user.click(send());
    await dialog.findByText('The agent completed the call.');
    expect(agent.ledger.map(({ body }) => body.params)).toEqual([{ ticker: 'MSFT' }]);
  });
});
