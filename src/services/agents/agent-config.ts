import { z } from 'zod';
import {
  deleteAgentConfig,
  loadAgentConfig,
  type StoredAgentConfig,
  shareAgent,
  storeAgentConfig,
} from '../../db/agents/agent-config.js';
import type { Queryable } from '../../db/system/queryable.js';
import { withTransaction } from '../../runtime/database/pool.js';
import { jsonObject, parseInput } from '../system/parse-input.js';
import { notFound, ok, type Result } from '../system/result.js';
import type { UseCase } from '../system/use-case.js';
import { agentIdInput } from './agent-input.js';

export type AgentConfigView = StoredAgentConfig;

const NONE: AgentConfigView = { value: null, updatedAt: null, updatedBy: null };

const input = z.strictObject({ agentId: agentIdInput, value: jsonObject.nullable() });

/**
 * The `config` that an agent receives with every request, stored in `AgentConfig` under the agent's
 * ID. Undefined if the agent does not exist.
 */
export function getAgentConfig(client: Queryable, id: string): Promise<AgentConfigView | undefined> {
  return loadAgentConfig(client, id);
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
  const result = await withTransaction(deps.pool, async (client): Promise<Result<AgentConfigView>> => {
    if (!(await shareAgent(client, id))) return notFound('agent', id);
    if (value !== null) return ok((await storeAgentConfig(client, id, value, actor.id)) ?? NONE);
    await deleteAgentConfig(client, id);
    return ok(NONE);
  });
  if (result.kind === 'ok') deps.logger.info('config.updated', { key: id, actor: actor.id });
  return result;
};
