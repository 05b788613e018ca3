import type { Queryable } from './queryable.js';

/** Looks at the `limit` oldest only. @returns how many were deleted; as many as `limit`: there may be more */
export async function deleteOldAudit(client: Queryable, olderThanMs: number, limit: number): Promise<number> {
  const { rowCount } = await client.query(
    `DELETE FROM "AuditEntry" WHERE id = ANY (ARRAY(
       SELECT id FROM (SELECT id, at FROM "AuditEntry" ORDER BY id LIMIT $2) oldest
       WHERE at < clock_timestamp() - $1 * interval '1 millisecond'))`,
    [olderThanMs, limit],
  );
  return rowCount ?? 0;
}
