import { withTransaction } from '../../runtime/database/pool.js';
import type { Actor, ServiceDeps } from '../access/context.js';
import { notFound, ok, type Result } from '../system/result.js';

/** Deletes a channel and its secrets. If the settings still name it, notifications skip it and say so. */
export async function deleteNotificationChannel(
  deps: ServiceDeps,
  actor: Actor,
  { name }: { name: string },
): Promise<Result<{ name: string }>> {
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
}
