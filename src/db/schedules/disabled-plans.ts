import type { Queryable } from '../system/queryable.js';

/** Disabled schedules that still have a plan, because SQL has disabled them while slots were due or runs waited. */
export async function findDisabledPlans(client: Queryable, limit: number): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM "Schedule" WHERE NOT enabled AND "nextRunAt" IS NOT NULL LIMIT $1`,
    [limit],
  );
  return rows.map(({ id }) => id);
}
