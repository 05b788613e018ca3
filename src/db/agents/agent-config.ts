import type { Json, JsonObject } from '../../domain/json.js';
import type { Queryable } from '../system/queryable.js';
import { toJsonb } from '../system/to-jsonb.js';

/** The row of `AgentConfig` whose key is the ID of an agent. All null if there is none. */
export interface StoredAgentConfig {
  value: Json;
  updatedAt: Date | null;
  updatedBy: string | null;
}

/** The `config` that an agent receives with every request. Undefined if the agent does not exist. */
export async function loadAgentConfig(
  client: Queryable,
  agentId: string,
): Promise<StoredAgentConfig | undefined> {
  const { rows } = await client.query<StoredAgentConfig>(
    `SELECT c.value, c."updatedAt", c."updatedBy" FROM "AgentRegistry" a LEFT JOIN "AgentConfig" c ON c.key = a.id WHERE a.id = $1`,
    [agentId],
  );
  return rows[0];
}

/** Returns whether the agent exists. Until the transaction ends, nobody deletes it. */
export async function shareAgent(client: Queryable, agentId: string): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM "AgentRegistry" WHERE id = $1 FOR SHARE', [agentId]);
  return rowCount === 1;
}

/** Replaces the config as a whole. */
export async function storeAgentConfig(
  client: Queryable,
  agentId: string,
  value: JsonObject,
  updatedBy: string,
): Promise<StoredAgentConfig | undefined> {
  const { rows } = await client.query<StoredAgentConfig>(
    `INSERT INTO "AgentConfig" (key, value, "updatedBy") VALUES ($1, $2::jsonb, $3)
     ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value, "updatedBy" = EXCLUDED."updatedBy"
     RETURNING value, "updatedAt", "updatedBy"`,
    [agentId, toJsonb(value), updatedBy],
  );
  return rows[0];
}

export async function deleteAgentConfig(client: Queryable, agentId: string): Promise<void> {
  await client.query('DELETE FROM "AgentConfig" WHERE key = $1', [agentId]);
}
