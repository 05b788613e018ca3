import { maskedTarget, type StoredChannel } from '../../domain/notification/channel.js';
import { deleteNotificationChannel } from '../../services/notifications/delete-notification-channel.js';
import {
  listNotificationChannels,
  type NotificationChannelView,
} from '../../services/notifications/list-notification-channels.js';
import { setNotificationChannel } from '../../services/notifications/set-notification-channel.js';
import {
  type ChannelTest,
  testNotificationChannel,
} from '../../services/notifications/test-notification-channel.js';
import { Secret, type StoredSecret } from '../access/secret.js';
import { builder } from '../builder.js';
import { actorOf, type GraphQLContext } from '../context.js';
import { loadById } from '../lists/reference.js';
import { answer, resultUnion } from '../types/errors.js';
import { creationKey } from '../types/idempotency-key.js';
import { MANAGED_BY } from '../types/stable-key.js';
import { NotificationDelivery } from './notification.js';
import { NotificationChannelType } from './notification-enums.js';

type Stored<Type extends StoredChannel['type']> = Extract<StoredChannel, { type: Type }>;

const secret = (sealed: string | null, hint: string | null): StoredSecret => ({
  set: sealed !== null,
  hint,
});

const SlackChannel = builder.objectRef<Stored<'slack'>>('SlackChannel').implement({
  description: 'A Slack incoming webhook.',
  fields: (t) => ({
    url: t.field({
      type: Secret,
      description: 'URL of the incoming webhook. It is a secret, because whoever knows it can post.',
      resolve: ({ url, urlHint }) => secret(url, urlHint),
    }),
  }),
});

const EmailChannel = builder.objectRef<Stored<'email'>>('EmailChannel').implement({
  description: 'An SMTP server and its recipients.',
  fields: (t) => ({
    host: t.exposeString('host', { description: 'Host name of the SMTP server.' }),
    port: t.exposeInt('port', { description: 'Port of the SMTP server.' }),
    secure: t.exposeBoolean('secure', {
      description:
        'Whether the connection uses TLS from the start. If false, STARTTLS is used where the server offers it, and is required before a password is sent.',
    }),
    username: t.exposeString('username', {
      nullable: true,
      description: 'User name. Null if the server needs no sign-in.',
    }),
    password: t.field({
      type: Secret,
      description: 'Password. The value itself cannot be read.',
      resolve: ({ password, passwordHint }) => secret(password, passwordHint),
    }),
    from: t.exposeString('from', { description: 'Sender address.' }),
    to: t.exposeStringList('to', { description: 'Recipient addresses.' }),
  }),
});

const WebhookChannel = builder.objectRef<Stored<'webhook'>>('WebhookChannel').implement({
  description: 'A URL that receives notifications as JSON.',
  fields: (t) => ({
    url: t.exposeString('url', { description: 'URL that receives the messages.' }),
    secret: t.field({
      type: Secret,
      description: 'Secret that signs each message (Standard Webhooks). The value itself cannot be read.',
      resolve: ({ secret: sealed, secretHint }) => secret(sealed, secretHint),
    }),
  }),
});

function ofType<Type extends StoredChannel['type']>({ channel }: NotificationChannelView, type: Type) {
  return channel?.type === type ? (channel as Stored<Type>) : null;
}

const NotificationChannel = builder.objectRef<NotificationChannelView>('NotificationChannel').implement({
  description:
    'A way to deliver notifications. A channel is used if it is configured and listed in `monitoring.notificationChannels`.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the channel. Settings refer to it by this name.' }),
    type: t.field({
      type: NotificationChannelType,
      nullable: true,
      description: 'Kind of channel. Null if the channel is not configured.',
      resolve: ({ channel }) => channel?.type ?? null,
    }),
    configured: t.boolean({
      description:
        'Whether the channel is set up. False if the settings list it but no one has configured it; notifications skip it.',
      resolve: ({ channel }) => channel !== null,
    }),
    inUse: t.exposeBoolean('inUse', {
      description: 'Whether `monitoring.notificationChannels` lists the channel.',
    }),
    target: t.string({
      nullable: true,
      description: 'Where messages go, with sensitive parts masked. Null if the channel is not configured.',
      resolve: ({ channel }) => channel && maskedTarget(channel),
    }),
    managedBy: t.string({
      nullable: true,
      description: MANAGED_BY,
      resolve: ({ channel }) => channel?.managedBy ?? null,
    }),
    lastDelivery: t.field({
      type: NotificationDelivery,
      nullable: true,
      description: 'The most recent delivery through this channel. Null if there was none.',
      resolve: ({ lastDeliveryId }, _args, context, info) =>
        loadById<typeof NotificationDelivery.$inferType>(
          context,
          info,
          context.prisma.notificationDelivery,
          lastDeliveryId,
        ),
    }),
    slack: t.field({
      type: SlackChannel,
      nullable: true,
      description: 'Settings of a Slack channel. Null for other types.',
      authScopes: { admin: true },
      resolve: (channel) => ofType(channel, 'slack'),
    }),
    email: t.field({
      type: EmailChannel,
      nullable: true,
      description: 'Settings of an email channel. Null for other types.',
      authScopes: { admin: true },
      resolve: (channel) => ofType(channel, 'email'),
    }),
    webhook: t.field({
      type: WebhookChannel,
      nullable: true,
      description: 'Settings of a webhook channel. Null for other types.',
      authScopes: { admin: true },
      resolve: (channel) => ofType(channel, 'webhook'),
    }),
  }),
});

const NotificationChannelTest = builder.objectRef<ChannelTest>('NotificationChannelTest').implement({
  description: 'Result of sending a test message.',
  fields: (t) => ({
    ok: t.exposeBoolean('ok', { description: 'Whether the message was delivered.' }),
    message: t.exposeString('message', { description: 'What happened, in plain words.' }),
  }),
});

const SlackChannelInput = builder.inputType('SlackChannelInput', {
  description: 'A Slack incoming webhook.',
  fields: (t) => ({
    url: t.string({ description: 'URL of the incoming webhook. Omit it to keep the stored one.' }),
  }),
});

const EmailChannelInput = builder.inputType('EmailChannelInput', {
  description: 'An SMTP server and its recipients.',
  fields: (t) => ({
    host: t.string({ required: true, description: 'Host name of the SMTP server.' }),
    port: t.int({ required: true, defaultValue: 587, description: 'Port of the SMTP server.' }),
    secure: t.boolean({
      required: true,
      defaultValue: false,
      description:
        'Whether the connection uses TLS from the start. If false, STARTTLS is used where the server offers it, and is required before a password is sent.',
    }),
    username: t.string({ description: 'User name. Omit it if the server needs no sign-in.' }),
    password: t.string({
      description:
        'Password. Omit it to keep the stored one, as long as host, port and `secure` stay the same. Null removes it.',
    }),
    from: t.string({ required: true, description: 'Sender address.' }),
    to: t.stringList({ required: true, description: 'Recipient addresses.' }),
  }),
});

const WebhookChannelInput = builder.inputType('WebhookChannelInput', {
  description: 'A URL that receives notifications as JSON.',
  fields: (t) => ({
    url: t.string({ required: true, description: 'URL that receives the messages.' }),
    secret: t.string({
      description:
        'Secret that signs each message: `whsec_` and 24 to 64 bytes in base64. Omit it to keep the stored one, as long as the origin of the URL stays the same.',
    }),
  }),
});

const NotificationChannelInput = builder.inputType('NotificationChannelInput', {
  description: 'A notification channel. Give exactly one of `slack`, `email` and `webhook`.',
  fields: (t) => ({
    name: t.string({
      required: true,
      description:
        'Name of the channel: starts with a letter or digit; letters, digits, "_" and "-"; at most 50 characters.',
    }),
    slack: t.field({ type: SlackChannelInput, description: 'Settings of a Slack channel.' }),
    email: t.field({ type: EmailChannelInput, description: 'Settings of an email channel.' }),
    webhook: t.field({ type: WebhookChannelInput, description: 'Settings of a webhook channel.' }),
  }),
});

async function findChannel(context: GraphQLContext, name: string): Promise<NotificationChannelView | null> {
  const channels = await listNotificationChannels(context.services);
  return channels.find((channel) => channel.name === name) ?? null;
}

builder.queryField('notificationChannels', (t) =>
  t.field({
    type: [NotificationChannel],
    description: 'All channels that are configured or listed in the settings.',
    resolve: (_root, _args, context) => listNotificationChannels(context.services),
  }),
);

builder.mutationFields((t) => ({
  setNotificationChannel: t.field({
    type: resultUnion(NotificationChannel),
    description:
      'Creates a notification channel, or replaces the one with the same name. It is used once `monitoring.notificationChannels` lists it.',
    authScopes: { admin: true },
    args: {
      input: t.arg({ type: NotificationChannelInput, required: true, description: 'The channel.' }),
      idempotencyKey: t.arg(creationKey),
    },
    resolve: (_root, { input, ...once }, context) =>
      answer(setNotificationChannel(context.services, actorOf(context), input, once), ({ name }) =>
        findChannel(context, name),
      ),
  }),
  deleteNotificationChannel: t.field({
    type: resultUnion(NotificationChannel),
    description: 'Deletes a notification channel and returns it as it was.',
    authScopes: { admin: true },
    args: { name: t.arg.string({ required: true, description: 'Name of the channel.' }) },
    async resolve(_root, { name }, context) {
      const channel = await findChannel(context, name);
      return answer(deleteNotificationChannel(context.services, actorOf(context), { name }), () => channel);
    },
  }),
  testNotificationChannel: t.field({
    type: resultUnion(NotificationChannelTest),
    description: 'Sends a test message through a channel now, whether or not the settings list it.',
    authScopes: { admin: true },
    args: { name: t.arg.string({ required: true, description: 'Name of the channel.' }) },
    resolve: (_root, { name }, context) =>
      answer(
        testNotificationChannel(context.services, actorOf(context), { name, publicUrl: context.publicUrl }),
        (test) => test,
      ),
  }),
}));
