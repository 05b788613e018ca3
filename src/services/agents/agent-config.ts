import { z } from 'zod';
import {
  deleteAgentConfig,
  type StoredAgentConfig,
  shareAgent,
  storeAgentConfig,
} from '../../db/agents/agent-config.js';
import { withTransaction } from '../../runtime/database/pool.js';
import { jsonObject, parseInput } from '../system/parse-input.js';
import { notFound, ok } from '../system/result.js';
import type { UseCase } from '../system/use-case.js';
import { agentIdInput } from './agent-input.js';

const NONE: StoredAgentConfig = { value: null, updatedAt: null, updatedBy: null };

const input = z.strictObject({ agentId: agentIdInput, value: jsonObject.nullable() });

/** Replaces the config of an agent as a whole. Null removes it. Later requests carry the new value. */
export const setAgentConfig: UseCase<{ agentId: string; value: unknown }, StoredAgentConfig> = async (
  deps,
  actor,
  given,
) => {
  const parsed = parseInput(input, given);
  if (parsed.kind !== 'ok') return parsed;
  const { agentId: id, value } = parsed.value;
  const result = await withTransaction(deps.pool, async (client) => {
    if (!(await shareAgent(client, id))) return notFound('agent', id);
    if (value !== null) return ok((await storeAgentConfig(client, id, value, actor.id)) ?? NONE);
    await deleteAgentConfig(client, id);
    return ok(NONE);
  });
  if (result.kind === 'ok') deps.logger.info('config.updated', { key: id, actor: actor.id });
  return result;
};
