import type { Notification } from '../../domain/notification/notification.js';
import type { Queryable } from '../system/queryable.js';

export interface ClaimedDelivery {
  id: string;
  channel: string;
  /** Including this one. */
  attempts: number;
  notification: Notification;
}

type Row = Omit<ClaimedDelivery, 'notification'> & Omit<Notification, 'id'> & { notificationId: string };

/**
 * Claims due deliveries for `leaseMs`. If the worker dies, others claim them when the lease expires, so a
 * message may be sent twice.
 */
export async function claimDeliveries(
  client: Queryable,
  leaseMs: number,
  limit: number,
): Promise<ClaimedDelivery[]> {
  const { rows } = await client.query<Row>(
    `WITH due AS (
       SELECT id FROM "NotificationDelivery" WHERE status = 'pending' AND "nextAttemptAt" <= clock_timestamp()
       ORDER BY "nextAttemptAt" LIMIT $2 FOR UPDATE SKIP LOCKED)
     UPDATE "NotificationDelivery" d SET attempts = d.attempts + 1, at = clock_timestamp(), "nextAttemptAt" = clock_timestamp() + $1 * interval '1 millisecond'
     FROM due, "Notification" n WHERE d.id = due.id AND n.id = d."notificationId"
     RETURNING d.id, d.channel, d.attempts, n.id AS "notificationId", n.kind, n."subjectType", n."subjectId", n."scheduleId", n."pipelineId", n."agentId",
       n.title, n.message, n.count, n."followsId", n."firstAt", n."lastAt", n.data`,
    [leaseMs, limit],
  );
  return rows.map(({ id, channel, attempts, notificationId, ...notification }) => ({
    id,
    channel,
    attempts,
    notification: { id: notificationId, ...notification },
  }));
}
