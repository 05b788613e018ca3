import type { Queryable } from '../system/queryable.js';

/**
 * Deletes the oldest notifications, with their deliveries, if they are older than `olderThanMs`.
 * @returns how many were deleted, at most `limit`
 */
export async function deleteOldNotifications(
  client: Queryable,
  olderThanMs: number,
  limit: number,
): Promise<number> {
  const { rows } = await client.query<{ deleted: number }>(
    `WITH old AS (
       DELETE FROM "Notification" WHERE id IN (SELECT id FROM "Notification" ORDER BY id LIMIT $2)
         AND "createdAt" < clock_timestamp() - $1::float8 * interval '1 millisecond' RETURNING id
     ), deliveries AS (
       DELETE FROM "NotificationDelivery" d USING old WHERE d."notificationId" = old.id
     )
     SELECT count(*)::int AS deleted FROM old`,
    [olderThanMs, limit],
  );
  return rows[0]?.deleted ?? 0;
}
