import type { Queryable } from './queryable.js';

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
