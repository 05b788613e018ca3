import type { DeliveryStatus, Notification } from '../../domain/notification/notification.js';
import { type Pool, withTransaction } from '../../runtime/database/pool.js';
import { alongIndex } from '../system/along-index.js';
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
 * Claims due deliveries for `leaseMs`. If the process dies, others claim them when the lease expires, so a
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
 * another process has taken the delivery over, unless it was sent.
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

/** Ids of the newest delivery of each channel that has one. */
export async function findLastDeliveries(
  client: Queryable,
  channels: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await client.query<{ channel: string; id: string }>(
    `SELECT wanted.channel, newest.id FROM unnest($1::text[]) AS wanted(channel)
     CROSS JOIN LATERAL (
       SELECT id FROM "NotificationDelivery" d
       WHERE ${alongIndex('d.channel', 'wanted.channel')} ORDER BY d.channel DESC, id DESC LIMIT 1
     ) newest`,
    [channels],
  );
  return new Map(rows.map(({ channel, id }) => [channel, id]));
}
