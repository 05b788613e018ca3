import { withTransaction } from '../../runtime/database/pool.js';
import { notFound, ok } from '../system/result.js';
import type { UseCase } from '../system/use-case.js';

/** Deletes a channel and its secrets. If the settings still name it, notifications skip it and say so. */
export const deleteNotificationChannel: UseCase<{ name: string }, { name: string }> = async (
  deps,
  actor,
  { name },
) => {
  const { rowCount } = await withTransaction(deps.pool, (client) =>
    client.query(
      `UPDATE "AgentConfig" SET value = value #- ARRAY['channels', $1], "updatedBy" = $2
     WHERE key = 'notifications' AND (value -> 'channels') ? $1`,
      [name, actor.id],
    ),
  );
  if (rowCount !== 1) return notFound('notification channel', name);
  deps.logger.info('notification_channel.deleted', { channel: name, actor: actor.id });
  return ok({ name });
};
