import type { Queryable } from '../system/queryable.js';

/** Deletes a notification that is not sent yet and no longer true. @returns whether there was one */
export async function withdrawNotification(
  client: Queryable,
  { kind, groupKey }: { kind: string; groupKey: string },
): Promise<boolean> {
  const { rowCount } = await client.query(
    `DELETE FROM "Notification" WHERE kind = $1 AND "groupKey" = $2 AND status = 'open'`,
    [kind, groupKey],
  );
  return (rowCount ?? 0) > 0;
}
