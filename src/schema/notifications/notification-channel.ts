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
import { NotificationChannelType } from '../types/enums.js';
import { answer, resultUnion } from '../types/errors.js';
import { creationKey } from '../types/idempotency-key.js';
import { NotificationDelivery } from './notification.js';

type Stored<Type extends StoredChannel['type']> = Extract<StoredChannel, { type: Type }>;

const secret = (sealed: string | null, hint: string | null): StoredSecret => ({
  set: sealed !== null,
  hint,
});

const SlackChannel = builder.objectRef<Stored<'slack'>>('SlackChannel').implement({
  fields: (t) => ({
    url: t.field({
      type: Secret,
      description: 'Of an incoming webhook; whoever knows it can post.',
      resolve: ({ url, urlHint }) => secret(url, urlHint),
    }),
  }),
});

const EmailChannel = builder.objectRef<Stored<'email'>>('EmailChannel').implement({
  fields: (t) => ({
    host: t.exposeString('host'),
    port: t.exposeInt('port'),
    secure: t.exposeBoolean('secure', {
      description:
        'TLS from the first byte. Else STARTTLS where the server offers it, and always before a password.',
    }),
    username: t.exposeString('username', { nullable: true }),
    password: t.field({
      type: Secret,
      resolve: ({ password, passwordHint }) => secret(password, passwordHint),
    }),
    from: t.exposeString('from'),
    to: t.exposeStringList('to'),
  }),
});

const WebhookChannel = builder.objectRef<Stored<'webhook'>>('WebhookChannel').implement({
  fields: (t) => ({
    url: t.exposeString('url'),
    secret: t.field({
      type: Secret,
      description: 'Signs each message, as Standard Webhooks has it.',
      resolve: ({ secret: sealed, secretHint }) => secret(sealed, secretHint),
    }),
  }),
});

function ofType<Type extends StoredChannel['type']>({ channel }: NotificationChannelView, type: Type) {
  return channel?.type === type ? (channel as Stored<Type>) : null;
}

const NotificationChannel = builder.objectRef<NotificationChannelView>('NotificationChannel').implement({
  description:
    'A way to reach people. What monitoring.notificationChannels names is used, where it is configured.',
  fields: (t) => ({
    name: t.exposeString('name'),
    type: t.field({
      type: NotificationChannelType,
      nullable: true,
      description: 'null: not configured.',
      resolve: ({ channel }) => channel?.type ?? null,
    }),
    configured: t.boolean({
      description: 'false: the settings name it, but nobody has set it up. Notifications skip it.',
      resolve: ({ channel }) => channel !== null,
    }),
    inUse: t.exposeBoolean('inUse', { description: 'monitoring.notificationChannels names it.' }),
    target: t.string({
      nullable: true,
      description: 'Where it leads, masked.',
      resolve: ({ channel }) => channel && maskedTarget(channel),
    }),
    lastDelivery: t.field({
      type: NotificationDelivery,
      nullable: true,
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
      authScopes: { admin: true },
      resolve: (channel) => ofType(channel, 'slack'),
    }),
    email: t.field({
      type: EmailChannel,
      nullable: true,
      authScopes: { admin: true },
      resolve: (channel) => ofType(channel, 'email'),
    }),
    webhook: t.field({
      type: WebhookChannel,
      nullable: true,
      authScopes: { admin: true },
      resolve: (channel) => ofType(channel, 'webhook'),
    }),
  }),
});

const NotificationChannelTest = builder.objectRef<ChannelTest>('NotificationChannelTest').implement({
  fields: (t) => ({
    ok: t.exposeBoolean('ok'),
    message: t.exposeString('message', { description: 'What happened, for people.' }),
  }),
});

const SlackChannelInput = builder.inputType('SlackChannelInput', {
  fields: (t) => ({ url: t.string({ description: 'Left out: the stored one stays.' }) }),
});

const EmailChannelInput = builder.inputType('EmailChannelInput', {
  fields: (t) => ({
    host: t.string({ required: true }),
    port: t.int({ required: true, defaultValue: 587 }),
    secure: t.boolean({ required: true, defaultValue: false }),
    username: t.string(),
    password: t.string({
      description:
        'Left out: the stored one stays, for the same host, port and kind of connection; null removes it.',
    }),
    from: t.string({ required: true }),
    to: t.stringList({ required: true }),
  }),
});

const WebhookChannelInput = builder.inputType('WebhookChannelInput', {
  fields: (t) => ({
    url: t.string({ required: true }),
    secret: t.string({
      description:
        'whsec_… with 24 to 64 bytes in base64. Left out: the stored one stays, for the same origin.',
    }),
  }),
});

const NotificationChannelInput = builder.inputType('NotificationChannelInput', {
  description: 'Exactly one of slack, email and webhook.',
  fields: (t) => ({
    name: t.string({ required: true }),
    slack: t.field({ type: SlackChannelInput }),
    email: t.field({ type: EmailChannelInput }),
    webhook: t.field({ type: WebhookChannelInput }),
  }),
});

async function findChannel(context: GraphQLContext, name: string): Promise<NotificationChannelView | null> {
  const channels = await listNotificationChannels(context.services);
  return channels.find((channel) => channel.name === name) ?? null;
}

builder.queryField('notificationChannels', (t) =>
  t.field({
    type: [NotificationChannel],
    description: 'Those that are configured, and those that the settings name.',
    resolve: (_root, _args, context) => listNotificationChannels(context.services),
  }),
);

builder.mutationFields((t) => ({
  setNotificationChannel: t.field({
    type: resultUnion('SetNotificationChannel', NotificationChannel),
    description:
      'Makes a channel, or replaces the one of that name. It is used once monitoring.notificationChannels names it.',
    authScopes: { admin: true },
    args: {
      input: t.arg({ type: NotificationChannelInput, required: true }),
      idempotencyKey: t.arg(creationKey),
    },
    resolve: (_root, { input, ...once }, context) =>
      answer(setNotificationChannel(context.services, actorOf(context), input, once), ({ name }) =>
        findChannel(context, name),
      ),
  }),
  deleteNotificationChannel: t.field({
    type: resultUnion('DeleteNotificationChannel', NotificationChannel),
    description: 'Returns the channel as it was.',
    authScopes: { admin: true },
    args: { name: t.arg.string({ required: true }) },
    async resolve(_root, { name }, context) {
      const channel = await findChannel(context, name);
      return answer(deleteNotificationChannel(context.services, actorOf(context), { name }), () => channel);
    },
  }),
  testNotificationChannel: t.field({
    type: resultUnion('TestNotificationChannel', NotificationChannelTest),
    description: 'Sends a message by a channel now, whether or not the settings name it.',
    authScopes: { admin: true },
    args: { name: t.arg.string({ required: true }) },
    resolve: (_root, { name }, context) =>
      answer(
        testNotificationChannel(context.services, actorOf(context), { name, publicUrl: context.publicUrl }),
        (test) => test,
      ),
  }),
}));
