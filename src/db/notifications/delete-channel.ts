import type { Queryable } from '../system/queryable.js';

/** Deletes a notification channel with its secrets. @returns false if there is none with this name */
export async function deleteChannel(client: Queryable, name: string, updatedBy: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE "AgentConfig" SET value = value #- ARRAY['channels', $1], "updatedBy" = $2
     WHERE key = 'notifications' AND (value -> 'channels') ? $1`,
    [name, updatedBy],
  );
  return rowCount === 1;
}
