import { idOfAge } from './id-of-age.js';
import type { Queryable } from './queryable.js';

/**
 * Deletes up to `limit` backfills that ended more than `maxAgeMs` ago and have no runs left. @returns how
 * many
 */
export async function deleteOldBackfills(
  client: Queryable,
  maxAgeMs: number,
  limit: number,
): Promise<number> {
  const { rowCount } = await client.query(
    `DELETE FROM "Backfill" WHERE id = ANY (ARRAY(
       SELECT id FROM "Backfill" b
       WHERE id < ${idOfAge('$1')} AND "completedAt" < statement_timestamp() - $1 * interval '1 millisecond'
         AND NOT EXISTS (SELECT FROM "ScheduleExecution" e WHERE e."backfillId" = b.id AND e.trigger = 'backfill')
       ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED))`,
    [maxAgeMs, limit],
  );
  return rowCount ?? 0;
}

/** Deletes up to `limit` expired idempotency keys, including those of webhook events. @returns how many */
export async function deleteExpiredKeys(client: Queryable, limit: number): Promise<number> {
  const { rowCount } = await client.query(
    `DELETE FROM "IdempotencyKey" WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM "IdempotencyKey" WHERE "expiresAt" <= clock_timestamp() ORDER BY "expiresAt" LIMIT $1 FOR UPDATE SKIP LOCKED
     ))`,
    [limit],
  );
  return rowCount ?? 0;
}

/**
 * Deletes audit entries older than `olderThanMs`, among the `limit` oldest.
 * @returns how many; if this equals `limit`, there may be more
 */
export async function deleteOldAudit(client: Queryable, olderThanMs: number, limit: number): Promise<number> {
  const { rowCount } = await client.query(
    `DELETE FROM "AuditEntry" WHERE id = ANY (ARRAY(
       SELECT id FROM (SELECT id, at FROM "AuditEntry" ORDER BY id LIMIT $2) oldest
       WHERE at < clock_timestamp() - $1 * interval '1 millisecond'))`,
    [olderThanMs, limit],
  );
  return rowCount ?? 0;
}

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
