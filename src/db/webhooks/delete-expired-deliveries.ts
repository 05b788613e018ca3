import type { Queryable } from '../system/queryable.js';

/**
 * Deletes up to `limit` webhook deliveries that are older than `maxAgeMs`, oldest first.
 * @returns how many
 */
export async function deleteExpiredDeliveries(
  client: Queryable,
  maxAgeMs: number,
  limit: number,
): Promise<number> {
  const { rowCount } = await client.query(
    `DELETE FROM "WebhookDelivery" WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM "WebhookDelivery" WHERE "receivedAt" < clock_timestamp() - $1 * interval '1 millisecond'
       ORDER BY "receivedAt" LIMIT $2 FOR UPDATE SKIP LOCKED
     ))`,
    [maxAgeMs, limit],
  );
  return rowCount ?? 0;
}
