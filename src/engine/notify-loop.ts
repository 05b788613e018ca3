import { setTimeout as wait } from 'node:timers/promises';
import { deleteOldNotifications } from '../db/delete-old-notifications.js';
import { msUntilNextNotification } from '../db/next-notification.js';
import { createLoop, type Loop } from '../runtime/loop.js';
import { collectNotifications, reportStuckSchedules } from '../services/collect-notifications.js';
import { type DeliverDeps, type Delivered, deliverNotifications } from '../services/deliver-notifications.js';
import { BUSY_MS, type EngineContext } from './engine-context.js';

/** Failures come in bursts: the first message tells of more than the first of them, and storms cost a few looks a second. */
const GATHER_MS = 250;
const DELETED_AT_ONCE = 1_000;

/**
 * Tells people. Woken by signals that triggers write (`NOTIFY callboard_notify`); sends outside of any transaction, so that neither a
 * job nor another loop waits for a channel.
 */
export function createNotifyLoop({ directory, logger }: EngineContext, deps: DeliverDeps): Loop {
  const { pool } = deps;
  let missingTold = '';
  // Not at once: after all workers were down, what is overdue is being claimed.
  let lookedAt = performance.now();

  /** Once for each set of channels: it does not change before an admin changes it. */
  function warnOfMissing(names: string[]): void {
    const told = names.join(', ');
    if (names.length === 0 || told === missingTold) return;
    missingTold = told;
    logger.warn(
      'notification.channel_missing',
      { channels: names },
      'Named in monitoring.notificationChannels, but not configured: an admin can do that with setNotificationChannel',
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
      const config = await directory.config();
      const { checkInterval, historyMaxAge } = config.scheduler;
      if (performance.now() - lookedAt >= checkInterval) {
        lookedAt = performance.now();
        await reportStuckSchedules(pool, config);
        // Kept as long as the executions that they tell of.
        await deleteOldNotifications(pool, historyMaxAge, DELETED_AT_ONCE);
      }
      const moreSignals = await collectNotifications(pool, config);
      const { delivered, missing, more } = await deliverNotifications(deps, config, signal);
      warnOfMissing(missing.map(({ name }) => name));
      for (const delivery of delivered) log(delivery);
      if (moreSignals || more) return 0;
      const untilLook = lookedAt + checkInterval - performance.now();
      return Math.max(BUSY_MS, Math.min(untilLook, (await msUntilNextNotification(pool)) ?? untilLook));
    },
  });
}
