import type { DeliveryStatus } from '../../domain/notification/notification.js';
import { type Pool, withTransaction } from '../../runtime/database/pool.js';

export interface DeliveryEnd {
  status: DeliveryStatus;
  error: string | null;
  /** Milliseconds until the next attempt, while pending. */
  retryInMs: number | null;
  /** True if nothing was sent, so the attempt does not count. */
  isUntried?: boolean;
}

/**
 * Records the result of a delivery, and of its notification if this was the last delivery. Changes nothing if
 * another worker has taken the delivery over, unless it was sent.
 */
export async function finishDelivery(
  pool: Pool,
  delivery: { id: string; attempts: number; notificationId: string },
  { status, error, retryInMs, isUntried = false }: DeliveryEnd,
): Promise<void> {
  await withTransaction(pool, async (client) => {
    // If two channels finish at the same time, the second sees the result of the first.
    await client.query('SELECT FROM "Notification" WHERE id = $1 FOR UPDATE', [delivery.notificationId]);
    await client.query(
      `UPDATE "NotificationDelivery" SET status = $3::text, error = $4, at = clock_timestamp(), attempts = attempts - $6::int,
         "nextAttemptAt" = CASE WHEN $3 = 'pending' THEN clock_timestamp() + $5 * interval '1 millisecond' END
       WHERE id = $1 AND status = 'pending' AND (attempts = $2 OR $3 = 'sent')`,
      [delivery.id, delivery.attempts, status, error, retryInMs, isUntried ? 1 : 0],
    );
    await client.query(
      `UPDATE "Notification" n SET status = CASE
         WHEN EXISTS (SELECT FROM "NotificationDelivery" d WHERE d."notificationId" = n.id AND d.status = 'sent') THEN 'sent'
         WHEN EXISTS (SELECT FROM "NotificationDelivery" d WHERE d."notificationId" = n.id AND d.status = 'failed') THEN 'failed'
         ELSE 'skipped' END
       WHERE n.id = $1 AND n.status = 'sending'
         AND NOT EXISTS (SELECT FROM "NotificationDelivery" d WHERE d."notificationId" = n.id AND d.status = 'pending')`,
      [delivery.notificationId],
    );
  });
}
