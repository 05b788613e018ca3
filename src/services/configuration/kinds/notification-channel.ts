import { putSecrets } from '../../../domain/configuration/secrets.js';
import { type StoredChannel, shownSettings } from '../../../domain/notification/channel.js';
import type { Actor, ServiceDeps } from '../../access/context.js';
import { deleteNotificationChannel } from '../../notifications/delete-notification-channel.js';
import { openChannel, readChannels } from '../../notifications/notification-channels.js';
import { setNotificationChannel } from '../../notifications/set-notification-channel.js';
import { ok, type Result } from '../../system/result.js';
import { type ObjectKind, type StoredObject, storedFields, type Wanted } from './object-kind.js';

/** Notification channels. The key of a channel is its name. */
export const notificationChannelKind: ObjectKind = {
  kind: 'NotificationChannel',
  operatedFields: [],
  async find(deps, key) {
    const channel = (await readChannels(deps.pool)).get(key);
    return channel && describe(deps, key, channel);
  },
  async list(deps, { after, managedBy }) {
    const channels = [...(await readChannels(deps.pool))]
      .filter(([, channel]) => managedBy === null || channel.managedBy === managedBy)
      .filter(([name]) => after === null || name > after)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    return { objects: channels.map(([name, channel]) => describe(deps, name, channel)), withoutKey: 0 };
  },
  async findUnnamed(deps, { managedBy, keys }) {
    const owned = [...(await readChannels(deps.pool))].filter(
      ([, channel]) => channel.managedBy === managedBy,
    );
    return owned.flatMap(([name]) => (keys.includes(name) ? [] : [{ id: name, key: name, name }]));
  },
  create: set,
  update: (deps, actor, { wanted }) => set(deps, actor, wanted),
  remove: (deps, actor, name) => deleteNotificationChannel(deps, actor, { name }),
};

async function set(
  deps: ServiceDeps,
  actor: Actor,
  { key, fields, secrets, managedBy }: Wanted,
): Promise<Result<{ id: string }>> {
  const result = await setNotificationChannel(
    deps,
    actor,
    { ...putSecrets(fields, secrets), name: key },
    { managedBy },
  );
  return result.kind === 'ok' ? ok({ id: key }) : result;
}

function describe({ secretBox }: ServiceDeps, name: string, channel: StoredChannel): StoredObject {
  return {
    id: name,
    key: name,
    name,
    managedBy: channel.managedBy ?? null,
    fields: storedFields('NotificationChannel', name, { [channel.type]: shownSettings(channel) }),
    secretAt(path) {
      if (!path.startsWith(`${channel.type}.`)) return undefined;
      const open = openChannel(secretBox, name, channel);
      const secret = open?.[path.slice(channel.type.length + 1)];
      return typeof secret === 'string' ? secret : undefined;
    },
  };
}
