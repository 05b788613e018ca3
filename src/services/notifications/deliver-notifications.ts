import { beginNotifications, type WantedChannel } from '../../db/notifications/begin-notifications.js';
import {
  type ClaimedDelivery,
  claimDeliveries,
  type DeliveryEnd,
  finishDelivery,
} from '../../db/notifications/deliveries.js';
import { raiseNotifications } from '../../db/notifications/raise-notifications.js';
import { databaseNow } from '../../db/system/database-now.js';
import type { SchedulerConfig } from '../../domain/config/scheduler-config.js';
import type { StoredChannel } from '../../domain/notification/channel.js';
import { composeNotification } from '../../domain/notification/compose.js';
import { MAX_DELIVERY_ATTEMPTS, nextDeliveryDelayMs } from '../../domain/notification/delivery.js';
import { composeHeldBack } from '../../domain/notification/hold-back.js';
import { webhookPayload } from '../../domain/notification/webhook-payload.js';
import { type Pool, withTransaction } from '../../runtime/database/pool.js';
import type { ServiceDeps } from '../access/context.js';
import { openChannel, readChannels, UNREADABLE, wantedChannels } from './notification-channels.js';
import { sendNotification } from './send-notification.js';

export interface DeliverDeps extends Pick<ServiceDeps, 'pool' | 'http' | 'guard' | 'secretBox'> {
  /** Base of links, without a trailing slash. */
  publicUrl: string;
}

/** How many notifications are handled at once, so that a burst is recognized as one. */
const BEGUN_AT_ONCE = 1_000;
const SENT_AT_ONCE = 10;
/**
 * Longer than any channel may take. A delivery that is not finished by then was claimed by a process
 * that died.
 */
const LEASE_MS = 60_000;

/** The result of an attempt, for the log. */
export interface Delivered extends DeliveryEnd {
  notificationId: string;
  channel: string;
}

export interface DeliveryRound {
  delivered: Delivered[];
  /**
   * Channels that the settings name but that cannot be used, if a notification should have gone
   * through them.
   */
  missing: WantedChannel[];
  more: boolean;
}

/**
 * Sends the deliveries that are due. At least once: if a process dies between sending and recording, the
 * delivery is sent again, up to the same number of attempts as after errors. A failing channel is only recorded and never becomes a notification.
 */
export async function deliverNotifications(
  deps: DeliverDeps,
  { monitoring }: Pick<SchedulerConfig, 'monitoring'>,
  signal?: AbortSignal,
): Promise<DeliveryRound> {
  const channels = await readChannels(deps.pool);
  const wanted = wantedChannels(monitoring.notificationChannels, channels);
  const begun = await begin(deps.pool, wanted);
  const claimed = await claimDeliveries(deps.pool, LEASE_MS, SENT_AT_ONCE);
  const delivered = await Promise.all(
    claimed.map(async (delivery) => {
      const end = await attempt(deps, channels.get(delivery.channel), delivery, signal);
      const { id, channel, attempts, notification } = delivery;
      await finishDelivery(deps.pool, { id, attempts, notificationId: notification.id }, end);
      return { ...end, notificationId: notification.id, channel };
    }),
  );
  return {
    delivered,
    missing: begun > 0 ? wanted.filter(({ problem }) => problem !== null) : [],
    more: begun === BEGUN_AT_ONCE || claimed.length === SENT_AT_ONCE,
  };
}

/** @returns how many notifications were queued for sending or only counted */
function begin(pool: Pool, channels: readonly WantedChannel[]): Promise<number> {
  return withTransaction(pool, async (client) => {
    const { begun, heldBack } = await beginNotifications(client, channels, BEGUN_AT_ONCE);
    await raiseNotifications(client, heldBack.map(composeHeldBack));
    return begun;
  });
}

async function attempt(
  deps: DeliverDeps,
  stored: StoredChannel | undefined,
  { channel: name, attempts, notification }: ClaimedDelivery,
  signal: AbortSignal | undefined,
): Promise<DeliveryEnd> {
  if (signal?.aborted) return UNTRIED;
  const end = (status: 'failed' | 'skipped', error: string) => ({ status, error, retryInMs: null });
  if (!stored) return end('skipped', 'The channel was deleted.');
  // The last attempt was never recorded, so its outcome is unknown. A message that crashes every process that
  // sends it must not be tried forever.
  if (attempts > MAX_DELIVERY_ATTEMPTS)
    return end(
      'failed',
      `Not tried again after ${MAX_DELIVERY_ATTEMPTS} attempts: the process that made the last one died before it recorded the result. The message may have arrived.`,
    );
  const channel = openChannel(deps.secretBox, name, stored);
  if (!channel) return end('failed', UNREADABLE);
  const message = composeNotification(notification, deps.publicUrl);
  const outgoing = { id: notification.id, message, event: webhookPayload(notification, message) };
  const outcome = await sendNotification(deps, channel, outgoing, {
    now: await databaseNow(deps.pool),
    signal,
  });
  if (outcome.kind === 'sent') return { status: 'sent', error: null, retryInMs: null };
  if (signal?.aborted) return UNTRIED;
  const retryInMs = nextDeliveryDelayMs(attempts, outcome);
  return { status: retryInMs === null ? 'failed' : 'pending', error: outcome.message, retryInMs };
}

/** This process is stopping. Another one may try immediately. */
const UNTRIED: DeliveryEnd = { status: 'pending', error: null, retryInMs: 0, isUntried: true };
