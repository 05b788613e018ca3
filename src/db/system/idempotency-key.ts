import type { Queryable } from './queryable.js';

/** What a key stands for: it means something only for one operation on one target. */
export interface KeyScope {
  operation: string;
  target: string;
  key: string;
}

export interface KeyRecord {
  requestHash: string;
  resultId: string;
}

/** Until the transaction ends, nobody else works under this key. A row that counts for nothing yet is there to be locked. */
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

/** What was done under the key; undefined: nothing, or so long ago that it does not count any more. */
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

/** Notes what was done under a key that is locked and free. @param windowMs how long it counts, in milliseconds */
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
