import type { Queryable } from '../system/queryable.js';

/**
 * Stops all calls to the agent, whatever its row says. Does not wait for transactions that have locked that
 * row.
 */
export async function stopAgent(client: Queryable, agentId: string, stoppedBy: string): Promise<void> {
  await client.query(
    'INSERT INTO "AgentStop" ("agentId", "stoppedBy") VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [agentId, stoppedBy],
  );
}

/** Lifts the stop, so that the agent's row decides again. */
export async function clearStop(client: Queryable, agentId: string): Promise<void> {
  await client.query('DELETE FROM "AgentStop" WHERE "agentId" = $1', [agentId]);
}

/**
 * Disables the rows of stopped agents that were locked when their agent was stopped.
 * @returns the ids of those agents
 */
export async function applyStops(client: Queryable): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `UPDATE "AgentRegistry" SET enabled = false WHERE id IN (
       SELECT id FROM "AgentRegistry" WHERE enabled AND id IN (SELECT "agentId" FROM "AgentStop") FOR UPDATE SKIP LOCKED)
     RETURNING id`,
  );
  return rows.map(({ id }) => id);
}
