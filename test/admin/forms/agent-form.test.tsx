/** Registering and editing agents. */
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AgentServer, startAgentServer } from '../../support/agent-server.js';
import { UpdateAgentDocument } from '../../support/generated/operations.js';
import { insertAgent } from '../../support/rows.js';
import {
  adminInJsdom,
  descriptionOf,
  fill,
  focused,
  press,
  reasonOf,
  textOf,
  write,
} from './support/admin-in-jsdom.js';

const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

describe('the form of agents', () => {
  const admin = adminInJsdom(async ({ pool }) => {
    await insertAgent(pool, 'analysis', 'https://agents.example.com/run', {
      name: 'Analysis',
      maxConcurrency: 8,
      rateLimit: { limit: 600, per: 60_000 },
      endpoint: { headers: { 'x-team': 'research' }, timeout: 30_000 },
    });
  });
  let agent: AgentServer;
  beforeAll(async () => {
    agent = await startAgentServer();
  });
  afterAll(() => agent?.close());

  const field = (label: string) => screen.findByLabelText(label, { exact: true, selector: '[data-path] *' });
  const named = (label: RegExp) => screen.findByLabelText(label);
  const stored = (id: string) => admin.row('AgentRegistry', 'id', id);

  async function edit(user?: 'viewer') {
    const opened = await admin.open('/agents/analysis/edit', user);
    await named(/^Name/);
    return opened;
  }

  test('suggests an ID from the name until one is typed', async () => {
    const user = await admin.open('/agents/new');
    await user.type(await named(/^Name/), 'Märkte & Mood');
    expect(textOf(await named(/^ID/))).toBe('markte-mood');
    await fill(user, await named(/^ID/), 'mood');
    await user.type(await named(/^Name/), ' 2');
    expect(textOf(await named(/^ID/))).toBe('mood');
  });

  test('marks every required field of an empty form at once', async () => {
    const user = await admin.open('/agents/new');
    await named(/^Name/);
    await user.click(press(/Register agent/));
    await waitFor(async () => expect(descriptionOf(await named(/^Name/))).toContain('must not be empty'));
    expect(descriptionOf(await named(/^ID/))).toContain('must begin with a letter or digit');
    expect(descriptionOf(screen.getByPlaceholderText('https://agents.example.com/run'))).toContain(
      'must not be empty',
    );
  });

  test('checks the endpoint on leaving the field, and forgets the result of an old URL', async () => {
    const user = await admin.open('/agents/new');
    const url = await screen.findByPlaceholderText('https://agents.example.com/run');
    await fill(user, url, 'http://169.254.169.254/latest');
    await user.tab();
    await screen.findByText(/^The URL .*169\.254/);
    await fill(user, url, `${agent.url}/mood`);
    expect(screen.queryByText(/^The URL /)).toBeNull();
    await user.tab();
    await screen.findByText(/The URL answers/);
    await user.click(url);
    await user.tab();
    expect(admin.sent('AgentCheckEndpoint')).toHaveLength(2);
  });

  test('shows each refusal at its field, opens the closed section, and keeps the draft', async () => {
    const user = await admin.open('/agents/new');
    await fill(user, await named(/^Name/), 'Market Mood');
    await fill(
      user,
      await screen.findByPlaceholderText('https://agents.example.com/run'),
      `${agent.url}/mood`,
    );
    await user.selectOptions(await field('Type'), 'BEARER');
    await fill(user, await named(/^Version/), '');
    await user.click(screen.getByText('Limits and requirements'));
    await fill(user, await field('Rate limit'), '10');
    await user.click(screen.getByText('Limits and requirements'));
    await waitFor(() => expect(screen.queryByLabelText('Rate limit')).toBeNull());

    // The form itself finds the first problem, the server the others.
    await user.click(press(/Register agent/));
    const per = await field('Per');
    await focused(per);
    expect(descriptionOf(per)).toBe('enter the period, such as 1m');
    expect(admin.sent('AgentFormRegister')).toEqual([]);
    await fill(user, per, '1m');
    await user.click(press(/Register agent/));
    const version = await named(/^Version/);
    await waitFor(() => expect(descriptionOf(version)).toContain('must not be empty'));
    await focused(version);
    await fill(user, version, '1.0.0');
    await user.click(press(/Register agent/));
    const token = await named(/^Token/);
    await waitFor(() => expect(descriptionOf(token)).toContain('is required for type bearer'));
    expect(version.getAttribute('aria-invalid')).toBeNull();
    await fill(user, token, 'a-token-of-some-length');

    admin.setOffline(true);
    await user.keyboard('{Control>}{Enter}{/Control}');
    await screen.findByText(/Cannot reach the server\. The change may not have been saved\./);
    expect(textOf(token)).toBe('a-token-of-some-length');
    admin.setOffline(false);
    await user.keyboard('{Control>}{Enter}{/Control}');
    await screen.findByText('Registered Market Mood');
    await waitFor(() => expect(location.pathname).toBe('/admin/agents/market-mood'));
    expect(await stored('market-mood')).toMatchObject({
      rateLimit: { limit: 10, per: 60_000 },
      endpoint: { authentication: { type: 'bearer' } },
      credentialHint: '…ngth',
    });
  });

  test('reports what cannot be sent: broken headers, JSON and numbers', async () => {
    const user = await edit();
    await user.click(screen.getByText('Signing, headers, metadata'));
    await fill(user, await field('Headers'), 'x-team: research\nnonsense');
    await write(user, await screen.findByRole('textbox', { name: 'Metadata' }), '{"a": ');
    await user.click(screen.getByText('Limits and requirements'));
    await fill(user, await field('Concurrency'), 'many');
    await user.click(press(/^Save/));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Not saved: 3 problems found.');
    expect(descriptionOf(await field('Headers'))).toContain('“nonsense” is not a header');
    expect(descriptionOf(await field('Concurrency'))).toContain('must be a whole number');
    expect(descriptionOf(screen.getByRole('textbox', { name: 'Metadata' }))).toContain('Invalid JSON');
    expect(admin.sent('AgentFormUpdate')).toEqual([]);
  });

  test('sends only what was changed, and null for what was cleared', async () => {
    const user = await edit();
    expect(reasonOf(press(/^Save/))).toBe('There are no changes to save.');
    await user.click(screen.getByText('Limits and requirements'));
    expect(textOf(await field('Concurrency'))).toBe('8');
    await fill(user, await field('Concurrency'), '12');
    await fill(user, await field('Response timeout'), '');
    // In the meantime, somebody else changes another field, which must stay.
    await admin.server.admin.ask(UpdateAgentDocument, {
      id: 'analysis',
      input: { description: 'Changed meanwhile' },
    });
    await screen.findByText(/^Someone else has saved other values/);
    await user.click(press(/^Save/));
    await screen.findByText('Saved Analysis');
    expect(admin.sent('AgentFormUpdate')).toEqual([
      { id: 'analysis', input: { maxConcurrency: 12, endpoint: { timeout: null } } },
    ]);
    expect(await stored('analysis')).toMatchObject({
      maxConcurrency: 12,
      description: 'Changed meanwhile',
      rateLimit: { limit: 600, per: 60_000 },
      endpoint: { headers: { 'x-team': 'research' } },
    });
  });

  test('keeps stored secrets unless new ones are typed, and warns before they are lost', async () => {
    await admin.server.admin.ask(UpdateAgentDocument, {
      id: 'analysis',
      input: {
        signingSecret: SECRET,
        endpoint: { authentication: { type: 'BEARER', token: 'the-stored-token' } },
      },
    });
    const user = await edit();
    const token = await named(/^Token/);
    expect(textOf(token)).toBe('');
    expect(descriptionOf(token)).toBe('Stored: …oken. Leave empty to keep it.');
    expect(screen.queryByText(/This URL has a different origin/)).toBeNull();
    const url = await screen.findByPlaceholderText('https://agents.example.com/run');
    await fill(user, url, 'https://elsewhere.example.com/run');
    await screen.findByText(/This URL has a different origin/);
    await fill(user, url, 'https://agents.example.com/other');
    expect(screen.queryByText(/This URL has a different origin/)).toBeNull();
    await user.click(press(/^Save/));
    await screen.findByText('Saved Analysis');
    expect(admin.sent('AgentFormUpdate')).toEqual([
      { id: 'analysis', input: { endpoint: { url: 'https://agents.example.com/other' } } },
    ]);
    const { credentialHint, signingSecretHint } = await stored('analysis');
    expect([credentialHint, signingSecretHint]).toEqual(['…oken', expect.stringMatching(/BwcH$/)]);
  });

  test('opens the section that a link names', async () => {
    await admin.open('/agents/analysis/edit#limits');
    expect(textOf(await field('Rate limit'))).toBe('600');
    expect(screen.queryByLabelText('Attempt timeout')).toBeNull();
  });

  test('asks before changes are discarded', async () => {
    const user = await edit();
    await fill(user, await named(/^Name/), 'Other');
    await user.click(press(/^Cancel/));
    const guard = await screen.findByRole('dialog', { name: 'Discard unsaved changes?' });
    await user.click(within(guard).getByRole('button', { name: 'Keep editing' }));
    expect(textOf(await named(/^Name/))).toBe('Other');
    await user.click(press(/^Cancel/));
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(location.pathname).toBe('/admin/agents/analysis'));
  });

  test('tells a viewer why it cannot be saved', async () => {
    const user = await edit('viewer');
    await screen.findByText(/You can view this page but cannot save changes\./);
    expect(reasonOf(press(/^Save/))).toContain('Requires the role ADMIN');
    await fill(user, await named(/^Name/), 'Other');
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(admin.sent('AgentFormUpdate')).toEqual([]);
  });
});
