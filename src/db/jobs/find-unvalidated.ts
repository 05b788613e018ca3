import type { Queryable } from '../system/queryable.js';

/**
 * Finds attempts of these agents that a report completed, that are not settled, and whose results are not yet
 * validated against the outputSchema. Grouped by agent, with a limit for each.
 *
 * @param validated attempts that are already validated
 */
export async function findUnvalidated(
  client: Queryable,
  agentIds: readonly string[],
  validated: readonly string[],
  perAgent: number,
): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ agentId: string; ids: string[] }>(
    `SELECT "agentId", array_agg(id) AS ids FROM (
       SELECT id, "agentId", row_number() OVER (PARTITION BY "agentId") AS place FROM "AgentJobExecution"
       WHERE "settledAt" IS NULL AND status IN ('completed', 'failed', 'cancelled', 'skipped', 'dead_letter')
         AND status = 'completed' AND "acceptedAt" IS NOT NULL AND "agentId" = ANY ($1::text[]) AND NOT id = ANY ($2::text[])) unvalidated
     WHERE place <= $3 GROUP BY "agentId"`,
    [agentIds, validated, perAgent],
  );
  return new Map(rows.map(({ agentId, ids }) => [agentId, ids]));
}

export async function stillUnsettled(client: Queryable, ids: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM "AgentJobExecution" WHERE id = ANY ($1::text[]) AND "settledAt" IS NULL`,
    [ids],
  );
  return rows.map(({ id }) => id);
}
