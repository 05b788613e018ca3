/** Drafts of objects that come in several kinds. */
import { describe, expect, it } from 'vitest';
import * as agents from '../../admin/src/features/agents/form/agent-draft.js';
import type { AgentFormFieldsFragment } from '../../admin/src/features/agents/form/agent-form.generated.js';
import * as channels from '../../admin/src/features/notifications/channel-draft.js';
import type { NotificationChannelSettingsFragment } from '../../admin/src/features/notifications/notifications.generated.js';
import * as webhooks from '../../admin/src/features/webhooks/webhook-draft.js';

describe('the draft of a channel', () => {
  const stored = {
    name: 'mail',
    managedBy: null,
    type: 'EMAIL',
    slack: null,
    webhook: null,
    email: {
      host: 'smtp.example.com',
      port: 25,
      secure: false,
      username: 'me',
      password: { set: true, hint: '…word' },
      from: 'a@example.com',
      to: ['b@example.com', 'c@example.com'],
    },
  } satisfies NotificationChannelSettingsFragment;

  it('has the kind that its name suggests, or the first', () => {
    expect(['email', 'webhook', 'pager'].map((name) => channels.draftOf(name).type)).toEqual([
      'EMAIL',
      'WEBHOOK',
      'SLACK',
    ]);
  });

  it('sends what is stored, without the secret', () => {
    const { password: _, ...email } = stored.email;
    expect(channels.readDraft(channels.draftOf('mail', stored))).toEqual({
      input: { name: 'mail', email },
      issues: [],
    });
  });

  it('sends only the settings of its kind, even if there are none', () => {
    const draft = { ...channels.draftOf(' mail ', stored), type: 'SLACK' as const };
    expect(channels.readDraft(draft).input).toEqual({ name: 'mail', slack: {} });
  });

  it('has defaults, separates addresses, and keeps spaces of a password only', () => {
    const settings = {
      'email.host': ' smtp.example.com ',
      'email.password': ' pass word ',
      'email.to': 'b@example.com; c@example.com',
    };
    expect(channels.readDraft({ name: 'mail', type: 'EMAIL', settings }).input.email).toEqual({
      host: 'smtp.example.com',
      port: 587,
      secure: false,
      username: null,
      password: ' pass word ',
      from: '',
      to: ['b@example.com', 'c@example.com'],
    });
  });

  it('is not sent with a port that is no number', () => {
    const { issues } = channels.readDraft({
      name: 'mail',
      type: 'EMAIL',
      settings: { 'email.port': 'smtp' },
    });
    expect(issues).toEqual([{ path: ['email', 'port'], message: 'must be a whole number' }]);
  });
});

describe('the authentication in the draft of an agent', () => {
  const sent = (draft: Partial<agents.AgentDraft>) =>
    agents.readDraft({ ...agents.NEW_AGENT, ...draft }).input.endpoint.authentication;
  const at = (fields: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [`endpoint.authentication.${name}`, value]),
    );

  it('sends the fields of its type', () => {
    const credentials = at({ token: 't', header: ' X-Key ', username: ' me ', password: ' p ' });
    expect(sent({ credentials })).toEqual({ type: 'NONE' });
    expect(sent({ credentials, authentication: 'BEARER' })).toEqual({ type: 'BEARER', token: 't' });
    expect(sent({ credentials, authentication: 'API_KEY' })).toEqual({
      type: 'API_KEY',
      header: 'X-Key',
      token: 't',
    });
    expect(sent({ credentials, authentication: 'BASIC' })).toEqual({
      type: 'BASIC',
      username: 'me',
      password: ' p ',
    });
  });

  it('shows what is stored, and keeps the credential that is left empty', () => {
    const authentication = {
      type: 'BASIC',
      header: null,
      username: 'me',
      credential: { set: true, hint: '…word' },
    } as const;
    const draft = agents.draftOf({ endpoint: { authentication } } as AgentFormFieldsFragment);
    expect(sent(draft)).toEqual({ type: 'BASIC', username: 'me' });
  });
});

describe('the draft of a webhook', () => {
  const draft = { ...webhooks.EMPTY_DRAFT, name: ' Orders ', target: 'id' };

  it('sends one target, and nothing for an empty secret', () => {
    expect(webhooks.inputOf({ ...draft, targetType: 'SCHEDULE' })).toEqual({
      name: 'Orders',
      key: null,
      targetType: 'SCHEDULE',
      agentId: null,
      pipelineId: null,
      scheduleId: 'id',
      profile: 'GENERIC',
      eventIdHeader: null,
      dedupeWindow: null,
      payload: { mode: 'JSON', inputKey: 'payload' },
    });
  });

  it.each([
    ['param', { mode: 'JSON', inputKey: 'body' }],
    ['members', { mode: 'JSON', inputKey: null }],
    ['text', { mode: 'RAW', inputKey: 'body' }],
  ] as const)('sends a payload as %s', (payload, sent) => {
    expect(webhooks.inputOf({ ...draft, payload, inputKey: 'body' }).payload).toEqual(sent);
  });
});
