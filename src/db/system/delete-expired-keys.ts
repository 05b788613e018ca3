import type { Queryable } from './queryable.js';

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
