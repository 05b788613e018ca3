/** The input of a channel, and its stored form. */
import { z } from 'zod';
import type { Issue } from '../../domain/issue.js';
import {
  CHANNEL_KINDS,
  CHANNEL_NAME,
  CHANNEL_TYPES,
  ofEachKind,
  type StoredChannel,
} from '../../domain/notification/channel.js';
import type { EgressGuard } from '../../http/client/egress-guard.js';
import type { SecretBox } from '../../runtime/secrets/secret-box.js';
import { secretContext } from './notification-channels.js';

export const channelName = z
  .string('must be a string')
  .regex(
    CHANNEL_NAME,
    'must begin with a letter or digit and contain only letters, digits, "_" and "-", at most 50 characters',
  );

/** The settings by kind. Exactly one of them determines the kind of the channel. */
export const channelSettings = ofEachKind(({ settings }) => {
  const forms = Object.entries(settings).map(([name, { form }]) => [name, form] as const);
  return z.strictObject(Object.fromEntries(forms)).nullish();
});

const TYPES = new Intl.ListFormat('en-GB').format(CHANNEL_TYPES);

export const notificationChannelInput = z
  .strictObject({ name: channelName, ...channelSettings })
  .refine((input) => CHANNEL_TYPES.filter((type) => input[type] != null).length === 1, {
    message: `give exactly one of ${TYPES}`,
  });

export type ChannelDraft = { kind: 'ok'; channel: StoredChannel } | { kind: 'validation'; issues: Issue[] };

/** The stored form. Secrets are encrypted, or kept from `before` if they still go to the same place. */
export function draftChannel(
  { secretBox, guard }: { secretBox: SecretBox; guard: EgressGuard },
  { name, ...settings }: z.output<typeof notificationChannelInput>,
  before: StoredChannel | undefined,
): ChannelDraft {
  const type = CHANNEL_TYPES.find((one) => settings[one] != null);
  const given = type && settings[type];
  if (!given) throw new Error('a channel of no kind passed validation');
  const { secret, draft } = CHANNEL_KINDS[type];
  const drafted = draft(given, {
    before: before?.type === type ? before : undefined,
    checkUrl: (url, field) => guard.checkUrl(url, [field]),
    seal: (value) => secretBox.seal(value, secretContext(name, secret)),
  });
  if (drafted.kind === 'ok') return { kind: 'ok', channel: { ...drafted.settings, type } };
  const issues = drafted.issues.map(({ path, message }) => ({ path: [type, ...path], message }));
  return { kind: 'validation', issues };
}
