import type { DeliveryStatus } from '../../domain/notification/notification.js';
import { type Pool, withTransaction } from '../../runtime/pool.js';

export interface DeliveryEnd {
  status: DeliveryStatus;
  error: string | null;
  /** While pending: milliseconds until the next try. */
  retryInMs: number | null;
  /** It was not tried after all: the attempt does not count. */
  isUntried?: boolean;
}

/**
 * Writes what became of a delivery, and of its notification when it was the last one. An end that comes after another worker took
 * the delivery over changes nothing, unless it was sent.
 */
export async function finishDelivery(
  pool: Pool,
  delivery: { id: string; attempts: number; notificationId: string },
  { status, error, retryInMs, isUntried = false }: DeliveryEnd,
): Promise<void> {
  await withTransaction(pool, async (client) => {
    // Of two channels that end at once, the second to come sees the first.
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
