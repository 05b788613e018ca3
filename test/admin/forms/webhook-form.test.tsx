/** Creating and editing webhooks, and the dialog that rotates a secret. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { createWebhook } from '../../../src/services/webhooks/create-webhook.js';
import { UpdateAgentDocument, UpdateWebhookDocument } from '../../support/generated/operations.js';
import { insertAgent, insertSchedule } from '../../support/rows.js';
import {
  adminInJsdom,
  choose,
  descriptionOf,
  field,
  fill,
  focused,
  press,
  reasonOf,
  textOf,
} from './support/admin-in-jsdom.js';

const ACTOR = { id: 'test', name: 'test', role: 'admin' } as const;

describe('the form of webhooks', () => {
  let scheduleId: string;
  const admin = adminInJsdom(async ({ pool }) => {
    await insertAgent(pool, 'analysis', 'http://127.0.0.1:9/run', { name: 'Analysis' });
    await insertAgent(pool, 'report', 'http://127.0.0.1:9/run', { name: 'Report' });
    scheduleId = await insertSchedule(
      pool,
      { agentId: 'report' },
      { name: 'Nightly report', template: true },
    );
  });

  async function add(name: string): Promise<{ id: string; secret: string }> {
    const made = await createWebhook(admin.server.services, ACTOR, {
      name,
      targetType: 'agent',
      agentId: 'report',
      payload: { mode: 'raw', inputKey: 'text' },
    });
    if (made.kind !== 'ok') throw new Error(JSON.stringify(made));
    return made.value;
  }

  const stored = (name: string) => admin.row('Webhook', 'name', name);

  test('creates a webhook after refusals at the fields, and shows its secret once', async () => {
    const user = await admin.open('/webhooks/new');
    const name = await field(/^Name/);
    await user.click(press(/^Create webhook/));
    await waitFor(() => expect(descriptionOf(name)).toBe('must not be empty'));
    const agent = screen.getByRole('combobox', { name: /^Agent/ });
    expect(descriptionOf(agent)).toBe('is required for the target type AGENT');
    await focused(name);
    await user.keyboard('Prices{Enter}');
    await waitFor(() => expect(name.getAttribute('aria-invalid')).toBeNull());
    await choose(user, screen, agent, 'repo', /Report/);
    expect(agent.getAttribute('aria-invalid')).toBeNull();
    await fill(user, await field('Deduplication window'), '90m');
    expect(descriptionOf(await field('Deduplication window'))).toMatch(/^1 h 30 min: repeated events/);
    await user.keyboard('{Control>}{Enter}{/Control}');
    await screen.findByRole('heading', { name: 'Webhook “Prices” created' });
    await focused(screen.getByRole('textbox', { name: 'Secret' }));
    const secret = textOf(await field('Secret'));
    expect(secret).toHaveLength(43);
    expect(screen.getByRole('region', { name: 'example call' }).textContent).toContain(secret);
    await user.click(press(/^View webhook/));
    await screen.findByRole('heading', { name: 'Prices' });
    expect(document.body.textContent).not.toContain(secret);
    expect(await stored('Prices')).toMatchObject({ agentId: 'report', dedupeWindow: 5_400_000 });
  });

  test('changes with the target type and the profile of the sender', async () => {
    const user = await admin.open('/webhooks/new');
    await fill(user, await field(/^Name/), 'Pushes');
    await choose(user, screen, screen.getByRole('combobox', { name: /^Agent/ }), 'ana', /Analysis/);
    await user.selectOptions(await field('Target'), 'SCHEDULE');
    const schedule = screen.getByRole('combobox', { name: /^Schedule/ });
    expect(textOf(schedule)).toBe('');
    expect(descriptionOf(schedule)).toMatch(/but not its timing\.$/);
    await choose(user, screen, schedule, 'nightly', /Nightly report/);
    await user.selectOptions(await field('Profile'), 'GITHUB');
    expect((await field('Event ID header')).getAttribute('placeholder')).toBe('x-github-delivery');
    await user.selectOptions(await field('Body format'), 'members');
    expect(screen.queryByLabelText('Param')).toBeNull();
    await fill(user, await field('Secret'), 'too short');
    await user.click(press(/^Create webhook/));
    await waitFor(async () =>
      expect(descriptionOf(await field('Secret'))).toMatch(/is shorter than 16 characters/),
    );
    await fill(user, await field('Secret'), 'a secret of the sender');
    await user.click(press(/^Create webhook/));
    await screen.findByRole('heading', { name: 'Webhook “Pushes” created' });
    expect(await stored('Pushes')).toMatchObject({ targetType: 'schedule', scheduleId, profile: 'github' });
  });

  test('sends only what was changed', async () => {
    const { id } = await add('Legacy feed');
    const user = await admin.open(`/webhooks/${id}/edit`);
    const header = await field('Event ID header');
    expect(reasonOf(press(/^Save/))).toBe('There are no changes to save.');
    // A new secret cannot be given here.
    expect(screen.queryByLabelText('Secret')).toBeNull();
    await fill(user, header, 'authorization');
    await user.click(press(/^Save/));
    await waitFor(() => expect(descriptionOf(header)).toContain('is an authentication header'));
    await fill(user, header, 'x-message');
    await user.selectOptions(await field('Body format'), 'members');
    // In the meantime, somebody else changes another field, which must stay.
    await admin.server.admin.ask(UpdateWebhookDocument, { id, input: { dedupeWindow: '2h' } });
    await screen.findByText(/^Someone else has saved other values/);
    await user.click(press(/^Save/));
    await screen.findByText('Saved “Legacy feed”');
    expect(admin.sent('WebhookUpdate').at(-1)).toEqual({
      id,
      input: { eventIdHeader: 'x-message', payload: { mode: 'JSON', inputKey: null } },
    });
    expect(await stored('Legacy feed')).toMatchObject({
      eventIdHeader: 'x-message',
      dedupeWindow: 7_200_000,
      agentId: 'report',
    });
  });

  test('shows what others save, unless the user has changed something; then only on request', async () => {
    const { id } = await add('Shared');
    const save = (dedupeWindow: string) =>
      admin.server.admin.ask(UpdateWebhookDocument, { id, input: { dedupeWindow } });
    const user = await admin.open(`/webhooks/${id}/edit`);
    const window = await field('Deduplication window');
    await save('2h');
    await waitFor(() => expect(textOf(window)).toBe('2h'));
    await fill(user, await field(/^Name/), 'Ours');
    await save('3h');
    await screen.findByText(/^Someone else has saved other values/);
    expect(textOf(window)).toBe('2h');
    // The same value as others have saved is no difference.
    await fill(user, window, '3h');
    expect(screen.queryByText(/^Someone else has saved/)).toBeNull();
    await fill(user, window, '4h');
    await user.click(press(/^Discard my changes and reload$/));
    expect(textOf(window)).toBe('3h');
    expect(textOf(await field(/^Name/))).toBe('Shared');
    expect(reasonOf(press(/^Save/))).toBe('There are no changes to save.');
  });

  test('shows the new name of a target, which is no change of the webhook', async () => {
    const { id } = await add('Renamed target');
    const user = await admin.open(`/webhooks/${id}/edit`);
    await fill(user, await field(/^Name/), 'Ours');
    await admin.server.admin.ask(UpdateAgentDocument, { id: 'report', input: { name: 'Daily report' } });
    await admin.server.admin.ask(UpdateWebhookDocument, { id, input: { name: 'Theirs' } });
    await screen.findByText(/^Someone else has saved other values/);
    await fill(user, await field(/^Name/), 'Theirs');
    expect(textOf(screen.getByRole('combobox', { name: /^Agent/ }))).toBe('Daily report');
    expect(screen.queryByText(/^Someone else has saved/)).toBeNull();
    await admin.server.admin.ask(UpdateAgentDocument, { id: 'report', input: { name: 'Report' } });
  });

  test('asks before changes are discarded', async () => {
    const user = await admin.open('/webhooks/new');
    await fill(user, await field(/^Name/), 'Half');
    await user.click(press(/^Cancel/));
    await screen.findByRole('dialog', { name: 'Discard unsaved changes?' });
    await user.click(press(/^Keep editing/));
    expect(textOf(await field(/^Name/))).toBe('Half');
    await user.click(press(/^Cancel/));
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(location.pathname).toBe('/admin/webhooks'));
  });

  test('rotates a secret: refuses a short one, and shows the new one once', async () => {
    const { id, secret } = await add('Orders');
    const user = await admin.open(`/webhooks/${id}`);
    await user.click(await screen.findByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Rotate secret…' }));
    const rotate = within(await screen.findByRole('dialog', { name: 'Rotate the secret of “Orders”' }));
    const own = rotate.getByLabelText('Secret from the sender');
    await fill(user, own, 'short');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(descriptionOf(own)).toContain('is shorter than 16 characters'));
    await fill(user, own, '');
    await user.selectOptions(rotate.getByLabelText('Old secret'), 'expires in 1 day');
    await user.click(rotate.getByRole('button', { name: 'Rotate secret' }));
    const made = within(await screen.findByRole('dialog', { name: 'New secret' }));
    expect(textOf(made.getByLabelText('Secret'))).toMatch(/^.{43}$/);
    expect(textOf(made.getByLabelText('Secret'))).not.toBe(secret);
    made.getByText('The old secret expires in 1 day.');
    expect(admin.sent('WebhookRotate').at(-1)).toEqual({ id, secret: null, keepOldFor: '1d' });
  });
});
