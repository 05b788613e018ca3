import type { Queryable } from '../system/queryable.js';

/**
 * Drains a worker or ends its draining, unless it is dead.
 * @returns its state, and whether something changed; undefined if there is no such worker
 */
export async function setDraining(
  client: Queryable,
  id: string,
  draining: boolean,
): Promise<{ state: string; changed: boolean } | undefined> {
  const { rows } = await client.query<{ state: string; changed: boolean }>(
    `WITH found AS (SELECT id, state, draining FROM "Worker" WHERE id = $1 FOR UPDATE),
       changed AS (
         UPDATE "Worker" w SET draining = $2 FROM found
         WHERE w.id = found.id AND found.state <> 'dead' AND found.draining <> $2 RETURNING w.id)
     SELECT state, EXISTS (SELECT FROM changed) AS changed FROM found`,
    [id, draining],
  );
  return rows[0];
}
