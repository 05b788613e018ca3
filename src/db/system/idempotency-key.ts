import type { Queryable } from './queryable.js';

/** The scope of a key, which is valid for one operation on one target only. */
export interface KeyScope {
  operation: string;
  target: string;
  key: string;
}

export interface KeyRecord {
  requestHash: string;
  resultId: string;
}

/**
 * Locks an idempotency key for the rest of the transaction. If the key is unused, inserts an empty row to
 * lock.
 */
export async function lockIdempotencyKey(
  client: Queryable,
  { operation, target, key }: KeyScope,
): Promise<void> {
  await client.query(
    `INSERT INTO "IdempotencyKey" (operation, target, key, "requestHash", "resultId", "expiresAt") VALUES ($1, $2, $3, '', '', '-infinity')
     ON CONFLICT (operation, target, key) DO UPDATE SET key = EXCLUDED.key`,
    [operation, target, key],
  );
}

/** Returns what was done under the key. Undefined if nothing was done, or the key has expired. */
export async function findIdempotencyKey(
  client: Queryable,
  { operation, target, key }: KeyScope,
): Promise<KeyRecord | undefined> {
  const { rows } = await client.query<KeyRecord>(
    `SELECT "requestHash", "resultId" FROM "IdempotencyKey"
     WHERE operation = $1 AND target = $2 AND key = $3 AND "expiresAt" > clock_timestamp()`,
    [operation, target, key],
  );
  return rows[0];
}

/**
 * Records what was done under a key that is locked and unused.
 * @param windowMs how long the key is valid, in milliseconds
 */
export async function insertIdempotencyKey(
  client: Queryable,
  { operation, target, key }: KeyScope,
  { requestHash, resultId }: KeyRecord,
  windowMs: number,
): Promise<void> {
  await client.query(
    `INSERT INTO "IdempotencyKey" (operation, target, key, "requestHash", "resultId", "createdAt", "expiresAt")
     SELECT $1, $2, $3, $4, $5, now, now + $6 * interval '1 millisecond' FROM clock_timestamp() AS now
     ON CONFLICT (operation, target, key) DO UPDATE SET "requestHash" = EXCLUDED."requestHash", "resultId" = EXCLUDED."resultId",
       "createdAt" = EXCLUDED."createdAt", "expiresAt" = EXCLUDED."expiresAt"`,
    [operation, target, key, requestHash, resultId, windowMs],
  );
}
