/** The input of a channel, and its stored form. */
import { z } from 'zod';
import type { Issue } from '../../domain/issue.js';
import {
  CHANNEL_NAME,
  CHANNEL_TYPES,
  type ChannelType,
  type StoredChannel,
} from '../../domain/notification/channel.js';
import type { EgressGuard } from '../../http/egress-guard.js';
import { validateSigningSecret } from '../../http/signature.js';
import type { SecretBox } from '../../runtime/secrets/secret-box.js';
import { hintOf } from '../agents/agent-columns.js';
import { int32, line, SECRET } from '../system/parse-input.js';
import { secretContext } from './notification-channels.js';

const url = z
  .string('must be a URL')
  .min(1, 'must not be empty')
  .max(2_048, 'is longer than 2048 characters');
const secret = z
  .string('must be a text')
  .min(1, 'must not be empty')
  .max(1_024, 'is longer than 1024 characters')
  .refine((text) => !/\p{Cc}/u.test(text), 'contains a line break or control character')
  .meta(SECRET);

/** Exactly one address: no display name, no comment, nothing that could start another header. */
const address = z
  .string('must be a text')
  .max(254, 'is longer than 254 characters')
  .regex(
    /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})*$/,
    'must be an address such as ops@example.com',
  );
const host = z
  .string('must be a text')
  .regex(
    /^[A-Za-z0-9_-]{1,63}(\.[A-Za-z0-9_-]{1,63}){0,50}\.?$|^[0-9A-Fa-f:.]{2,45}$/,
    'must be a host name or an IP address, without port or scheme',
  );

const channelName = z
  .string('must be a text')
  .regex(
    CHANNEL_NAME,
    'must begin with a letter or digit and contain only letters, digits, "_" and "-", at most 50',
  );

/** Secrets: an absent one keeps the stored value. */
const email = z.strictObject({
  host,
  port: int32(1, 65_535).default(587),
  secure: z.boolean('must be true or false').default(false),
  username: line(256).nullish(),
  password: secret.nullish(),
  from: address,
  to: z.array(address).min(1, 'must name at least one recipient').max(20, 'names more than 20 recipients'),
});

/** Exactly one of the three determines the kind of the channel. */
export const notificationChannelInput = z
  .strictObject({
    name: channelName,
    slack: z.strictObject({ url: url.meta(SECRET).nullish() }).nullish(),
    email: email.nullish(),
    webhook: z.strictObject({ url, secret: secret.nullish() }).nullish(),
  })
  .refine((input) => CHANNEL_TYPES.filter((type) => input[type] != null).length === 1, {
    message: 'give exactly one of slack, email and webhook',
  });
export type NotificationChannelInput = z.output<typeof notificationChannelInput>;

export type ChannelDraft = { kind: 'ok'; channel: StoredChannel } | { kind: 'validation'; issues: Issue[] };

/** The stored form. Secrets are encrypted, or kept from `before` if they still go to the same place. */
export function draftChannel(
  { secretBox, guard }: { secretBox: SecretBox; guard: EgressGuard },
  { name, slack, email, webhook }: NotificationChannelInput,
  before: StoredChannel | undefined,
): ChannelDraft {
  const seal = (field: 'url' | 'password' | 'secret', value: string) =>
    secretBox.seal(value, secretContext(name, field));
  if (slack) return draftSlack(slack.url, before, guard, (value) => seal('url', value));
  if (webhook) return draftWebhook(webhook, before, guard, (value) => seal('secret', value));
  if (email) return draftEmail(email, before, guard, (value) => seal('password', value));
  throw new Error('a channel of no kind passed validation');
}

type Seal = (value: string) => string;
const refuse = (...issues: Issue[]): ChannelDraft => ({ kind: 'validation', issues });
const at = (type: ChannelType, field: string, message: string): Issue => ({ path: [type, field], message });

function draftSlack(
  url: string | null | undefined,
  before: StoredChannel | undefined,
  guard: EgressGuard,
  seal: Seal,
): ChannelDraft {
  if (url == null)
    return before?.type === 'slack'
      ? { kind: 'ok', channel: before }
      : refuse(at('slack', 'url', 'is required'));
  const issues = guard.checkUrl(url, ['slack', 'url']);
  if (issues.length > 0) return refuse(...issues);
  const urlHint = `${new URL(url).host} ${hintOf(url)}`;
  return { kind: 'ok', channel: { type: 'slack', url: seal(url), urlHint } };
}

function draftWebhook(
  { url, secret }: NonNullable<NotificationChannelInput['webhook']>,
  before: StoredChannel | undefined,
  guard: EgressGuard,
  seal: Seal,
): ChannelDraft {
  const issues = [
    ...guard.checkUrl(url, ['webhook', 'url']),
    ...(secret == null ? [] : validateSigningSecret(secret, ['webhook', 'secret'])),
  ];
  if (issues.length > 0) return refuse(...issues);
  if (secret != null)
    return {
      kind: 'ok',
      channel: { type: 'webhook', url, secret: seal(secret), secretHint: hintOf(secret) },
    };
  if (before?.type !== 'webhook')
    return refuse(at('webhook', 'secret', 'is required: it signs what is sent'));
  // A secret belongs to the place for which it was given.
  if (originOf(before.url) !== originOf(url))
    return refuse(at('webhook', 'secret', 'must be entered again for another host'));
  return { kind: 'ok', channel: { ...before, url } };
}

function draftEmail(
  { password, username = null, ...server }: NonNullable<NotificationChannelInput['email']>,
  before: StoredChannel | undefined,
  guard: EgressGuard,
  seal: Seal,
): ChannelDraft {
  const denied = checkHost(guard, server.host);
  if (denied) return refuse(at('email', 'host', denied));
  const channel = { type: 'email' as const, ...server, username };
  const without = { ...channel, password: null, passwordHint: null };
  if (username === null)
    return password == null
      ? { kind: 'ok', channel: without }
      : refuse(at('email', 'username', 'is required with a password'));
  if (password != null)
    return {
      kind: 'ok',
      channel: { ...channel, password: seal(password), passwordHint: hintOf(password) },
    };
  if (password === null || before?.type !== 'email' || before.password === null)
    return refuse(at('email', 'password', 'is required with a user name'));
  // A password belongs to the server for which it was given, and must not be sent over a connection
  // that others can read.
  if (before.host !== server.host || before.port !== server.port || (before.secure && !server.secure))
    return refuse(
      at('email', 'password', 'must be entered again when the host, port or connection type changes'),
    );
  const { password: kept, passwordHint } = before;
  return { kind: 'ok', channel: { ...channel, password: kept, passwordHint } };
}

/** Addresses are checked when they are saved. Names are resolved and checked when mail is sent. */
function checkHost(guard: EgressGuard, host: string): string | undefined {
  const url = `http://${host.includes(':') ? `[${host}]` : host}/`;
  return guard.checkUrl(url)[0]?.message;
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}
