import type { Queryable } from '../system/queryable.js';

/** Milliseconds until a notification or delivery is due, 0 if one is due already. Null if none is waiting. */
export async function msUntilNextNotification(client: Queryable): Promise<number | null> {
  const { rows } = await client.query<{ ms: number | null }>(
    `SELECT (extract(epoch FROM least(
       (SELECT min("dueAt") FROM "Notification" WHERE status = 'open'),
       (SELECT min("nextAttemptAt") FROM "NotificationDelivery" WHERE status = 'pending')
     ) - clock_timestamp()) * 1000)::float8 AS ms`,
  );
  const ms = rows[0]?.ms ?? null;
  return ms === null ? null : Math.max(0, ms);
}

/** Deletes a notification that is not sent yet and no longer true. @returns whether there was one */
export async function withdrawNotification(
  client: Queryable,
  { kind, groupKey }: { kind: string; groupKey: string },
): Promise<boolean> {
  const { rowCount } = await client.query(
    `DELETE FROM "Notification" WHERE kind = $1 AND "groupKey" = $2 AND status = 'open'`,
    [kind, groupKey],
  );
  return (rowCount ?? 0) > 0;
}

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
