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
