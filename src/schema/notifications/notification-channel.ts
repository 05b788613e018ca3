import { CHANNEL_TYPES, maskedTarget } from '../../domain/notification/channel.js';
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
import { builder } from '../builder.js';
import type { GraphQLContext } from '../context.js';
import { referenceIn } from '../lists/reference.js';
import { creationKey } from '../types/idempotency-key.js';
import { mutationOf } from '../types/mutation.js';
import { MANAGED_BY } from '../types/stable-key.js';
import { CHANNEL_SETTINGS } from './channel-settings.js';
import { NotificationDelivery } from './notification.js';
import { NotificationChannelType } from './notification-enums.js';

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
    ...t.exposed('Boolean!', { inUse: 'Whether `monitoring.notificationChannels` lists the channel.' }),
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
      ...referenceIn('lastDeliveryId', NotificationDelivery, (prisma) => prisma.notificationDelivery),
      description: 'The most recent delivery through this channel. Null if there was none.',
    }),
    ...Object.fromEntries(
      CHANNEL_SETTINGS.map(({ type, description, output }) => [
        type,
        t.field({
          type: output,
          nullable: true,
          description: `${description} Null for other types.`,
          authScopes: { admin: true },
          resolve: ({ channel }) => (channel?.type === type ? channel : null),
        }),
      ]),
    ),
  }),
});

const NotificationChannelTest = builder.objectRef<ChannelTest>('NotificationChannelTest').implement({
  description: 'Result of sending a test message.',
  fields: (t) => ({
    ok: t.exposeBoolean('ok', { description: 'Whether the message was delivered.' }),
    message: t.exposeString('message', { description: 'What happened, in plain words.' }),
  }),
});

const NAMES = new Intl.ListFormat('en-GB').format(CHANNEL_TYPES.map((type) => `\`${type}\``));

const NotificationChannelInput = builder.inputType('NotificationChannelInput', {
  description: `A notification channel. Give exactly one of ${NAMES}.`,
  fields: (t) => ({
    ...t.fields('String!', {
      name: 'Name of the channel: starts with a letter or digit; letters, digits, "_" and "-"; at most 50 characters.',
    }),
    ...Object.fromEntries(
      CHANNEL_SETTINGS.map(({ type, description, input }) => [type, t.field({ type: input, description })]),
    ),
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

const channelMutation = mutationOf(NotificationChannel, ({ name }: { name: string }, context) =>
  findChannel(context, name),
);

builder.mutationFields((t) => ({
  setNotificationChannel: channelMutation(t, {
    by: 'admin',
    description:
      'Creates a notification channel, or replaces the one with the same name. It is used once `monitoring.notificationChannels` lists it.',
    args: {
      input: t.arg({ type: NotificationChannelInput, required: true, description: 'The channel.' }),
      idempotencyKey: t.arg(creationKey),
    },
    run: (deps, actor, { input, ...once }) => setNotificationChannel(deps, actor, input, once),
  }),
  deleteNotificationChannel: channelMutation(t, {
    by: 'admin',
    description: 'Deletes a notification channel and returns it as it was.',
    args: { name: t.arg.string({ required: true, description: 'Name of the channel.' }) },
    returnsPrevious: true,
    run: deleteNotificationChannel,
  }),
  testNotificationChannel: mutationOf(NotificationChannelTest)(t, {
    by: 'admin',
    description: 'Sends a test message through a channel now, whether or not the settings list it.',
    args: { name: t.arg.string({ required: true, description: 'Name of the channel.' }) },
    run: (deps, actor, { name }, { publicUrl }) => testNotificationChannel(deps, actor, { name, publicUrl }),
  }),
}));
