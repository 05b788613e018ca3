import { setTimeout as wait } from 'node:timers/promises';
import { deleteOldNotifications, msUntilNextNotification } from '../db/notifications/notifications.js';
import { createLoop, type Loop } from '../runtime/loop.js';
import { collectNotifications } from '../services/notifications/collect-notifications.js';
import { type Delivered, deliverNotifications } from '../services/notifications/deliver-notifications.js';
import type { WatchOptions } from './watch-options.js';

/**
 * Failures come in bursts. With this delay the first message covers more than one failure, and a burst causes
 * only a few rounds a second.
 */
const GATHER_MS = 250;
const DELETED_AT_ONCE = 1_000;

/** A delivery that is due and still there after a round is being sent by another process. */
const BUSY_MS = 5;
const CLEAN_UP_MS = 60_000;

/**
 * Sends notifications. Signals that triggers write wake it (`NOTIFY callboard_notify`). It sends outside of
 * transactions, so that neither a job nor another loop waits for a channel. Any number of servers and workers
 * run it: each signal and each delivery is claimed by one of them.
 */
export function createNotifyLoop(options: WatchOptions): Loop {
  const { pool, logger } = options;
  let lastMissing = '';
  let tidiedAt = performance.now();

  /** Logged once for each set of channels, because only an admin can change it. */
  function warnOfMissing(names: string[]): void {
    const missing = names.join(', ');
    if (names.length === 0 || missing === lastMissing) return;
    lastMissing = missing;
    logger.warn(
      'notification.channel_missing',
      { channels: names },
      'monitoring.notificationChannels names a channel that is not configured: an admin can configure it with setNotificationChannel',
    );
  }

  function log({ notificationId, channel, status, error, retryInMs, isUntried }: Delivered): void {
    if (isUntried) return;
    const fields = { notificationId, channel };
    if (status === 'sent') logger.info('notification.sent', fields);
    else logger.warn('notification.not_sent', { ...fields, error, retryInMs });
  }

  return createLoop({
    name: 'notify',
    logger,
    async runOnce(signal) {
      await wait(GATHER_MS, undefined, { signal });
      const config = await options.config();
      if (performance.now() - tidiedAt >= CLEAN_UP_MS) {
        tidiedAt = performance.now();
        // Kept as long as the runs that they are about.
        await deleteOldNotifications(pool, config.scheduler.historyMaxAge, DELETED_AT_ONCE);
      }
      const moreSignals = await collectNotifications(pool, config);
      const { delivered, missing, more } = await deliverNotifications(options, config, signal);
      warnOfMissing(missing.map(({ name }) => name));
      for (const delivery of delivered) log(delivery);
      if (moreSignals || more) return 0;
      const untilTidy = tidiedAt + CLEAN_UP_MS - performance.now();
      return Math.max(BUSY_MS, Math.min(untilTidy, (await msUntilNextNotification(pool)) ?? untilTidy));
    },
  });
}
