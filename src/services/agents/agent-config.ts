import { z } from 'zod';
import type { Queryable } from '../../db/system/queryable.js';
import { toJsonb } from '../../db/system/to-jsonb.js';
import type { Json, JsonObject } from '../../domain/json.js';
import { withTransaction } from '../../runtime/database/pool.js';
import type { Actor } from '../access/context.js';
import { jsonObject, parseInput } from '../system/parse-input.js';
import { notFound, ok, type Result } from '../system/result.js';
import { unlessLocked } from '../system/unless-locked.js';
import type { UseCase } from '../system/use-case.js';
import { agentIdInput } from './agent-input.js';

export interface AgentConfigView {
  value: Json;
  updatedAt: Date | null;
  updatedBy: string | null;
}

const NONE: AgentConfigView = { value: null, updatedAt: null, updatedBy: null };

const input = z.strictObject({ agentId: agentIdInput, value: jsonObject.nullable() });

/**
 * The `config` that an agent receives with every request, stored in `AgentConfig` under the agent's
 * ID. Undefined if the agent does not exist.
 */
export async function getAgentConfig(client: Queryable, id: string): Promise<AgentConfigView | undefined> {
  const { rows } = await client.query<AgentConfigView>(
    `SELECT c.value, c."updatedAt", c."updatedBy" FROM "AgentRegistry" a LEFT JOIN "AgentConfig" c ON c.key = a.id WHERE a.id = $1`,
    [id],
  );
  return rows[0];
}

/** Replaces the config of an agent as a whole. Null removes it. Later requests carry the new value. */
export const setAgentConfig: UseCase<{ agentId: string; value: unknown }, AgentConfigView> = async (
  deps,
  actor,
  given,
) => {
  const parsed = parseInput(input, given);
  if (parsed.kind !== 'ok') return parsed;
  const { agentId: id, value } = parsed.value;
  const result = await unlessLocked(() =>
    withTransaction(deps.pool, async (client): Promise<Result<AgentConfigView>> => {
      const agent = await client.query('SELECT FROM "AgentRegistry" WHERE id = $1 FOR SHARE', [id]);
      if (agent.rowCount === 0) return notFound('agent', id);
      return ok(value === null ? await remove(client, id) : await store(client, id, value, actor));
    }),
  );
  if (result.kind === 'ok') deps.logger.info('config.updated', { key: id, actor: actor.id });
  return result;
};

async function remove(client: Queryable, id: string): Promise<AgentConfigView> {
  await client.query('DELETE FROM "AgentConfig" WHERE key = $1', [id]);
  return NONE;
}

async function store(
  client: Queryable,
  id: string,
  value: JsonObject,
  actor: Actor,
): Promise<AgentConfigView> {
  const { rows } = await client.query<AgentConfigView>(
    `INSERT INTO "AgentConfig" (key, value, "updatedBy") VALUES ($1, $2::jsonb, $3)
     ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value, "updatedBy" = EXCLUDED."updatedBy"
     RETURNING value, "updatedAt", "updatedBy"`,
    [id, toJsonb(value), actor.id],
  );
  return rows[0] ?? NONE;
}
