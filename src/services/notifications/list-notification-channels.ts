import { findLastDeliveries } from '../../db/notifications/deliveries.js';
import type { StoredChannel } from '../../domain/notification/channel.js';
import type { ServiceDeps } from '../access/context.js';
import { readSchedulerConfig } from '../system/read-settings.js';
import { readChannels } from './notification-channels.js';

/** A channel that is configured, named in the settings, or both. */
export interface NotificationChannelView {
  name: string;
  /** Whether `monitoring.notificationChannels` names the channel. */
  inUse: boolean;
  /** Null if the settings name the channel but it is not configured. */
  channel: StoredChannel | null;
  lastDeliveryId: string | null;
}

/** All channels. Those that the settings name come first. */
export async function listNotificationChannels(deps: ServiceDeps): Promise<NotificationChannelView[]> {
  const [channels, { monitoring }] = await Promise.all([
    readChannels(deps.pool),
    readSchedulerConfig(deps.pool),
  ]);
  const named = new Set(monitoring.notificationChannels);
  const names = [...new Set([...named, ...channels.keys()])];
  const deliveries = await findLastDeliveries(deps.pool, names);
  return names.map((name) => ({
    name,
    inUse: named.has(name),
    channel: channels.get(name) ?? null,
    lastDeliveryId: deliveries.get(name) ?? null,
  }));
}
