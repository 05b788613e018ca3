import { databaseNow } from '../../db/system/database-now.js';
import { testMessage } from '../../domain/notification/compose.js';
import { uuidv7 } from '../../runtime/ids.js';
import { recordAuditAlone } from '../access/record-audit.js';
import { notFound, ok } from '../system/result.js';
import type { UseCase } from '../system/use-case.js';
import { openChannel, readChannels, UNREADABLE } from './notification-channels.js';
import { sendNotification } from './send-notification.js';

export interface ChannelTest {
  ok: boolean;
  /** What happened, for people. */
  message: string;
}

/** Sends one message through a channel immediately. A failure is a result, not an error. */
export const testNotificationChannel: UseCase<{ name: string; publicUrl: string }, ChannelTest> = async (
  deps,
  actor,
  { name, publicUrl },
) => {
  const stored = (await readChannels(deps.pool)).get(name);
  if (!stored) return notFound('notification channel', name);
  await recordAuditAlone(deps.pool, {
    action: 'testNotificationChannel',
    entityType: 'NotificationChannel',
    entityId: name,
  });
  const channel = openChannel(deps.secretBox, name, stored);
  if (!channel) return ok({ ok: false, message: UNREADABLE });
  const [id, now, message] = [uuidv7(), await databaseNow(deps.pool), testMessage(name, publicUrl)];
  const event = { type: 'notification.test', timestamp: now, data: { id, ...message } };
  const outcome = await sendNotification(deps, channel, { id, message, event }, { now });
  deps.logger.info('notification_channel.tested', {
    channel: name,
    outcome: outcome.kind,
    actor: actor.id,
  });
  if (outcome.kind === 'sent') return ok({ ok: true, message: 'The test message was sent.' });
  return ok({ ok: false, message: outcome.message });
};
