import { deleteChannel } from '../../db/notifications/delete-channel.js';
import { withTransaction } from '../../runtime/database/pool.js';
import { notFound, ok } from '../system/result.js';
import type { UseCase } from '../system/use-case.js';

/** Deletes a channel and its secrets. If the settings still name it, notifications skip it and say so. */
export const deleteNotificationChannel: UseCase<{ name: string }, { name: string }> = async (
  deps,
  actor,
  { name },
) => {
  const deleted = await withTransaction(deps.pool, (client) => deleteChannel(client, name, actor.id));
  if (!deleted) return notFound('notification channel', name);
  deps.logger.info('notification_channel.deleted', { channel: name, actor: actor.id });
  return ok({ name });
};
