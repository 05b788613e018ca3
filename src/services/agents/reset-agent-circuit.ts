import { deleteCircuit } from '../../db/agents/agent-limits.js';
import { lockAgents } from '../../db/agents/agent-loads.js';
import { withTransaction } from '../../runtime/database/pool.js';
import { recordAudit } from '../access/record-audit.js';
import { notFound, ok } from '../system/result.js';
import type { UseCase } from '../system/use-case.js';

/** Closes the circuit of an agent immediately and clears its failures. */
export const resetAgentCircuit: UseCase<{ agentId: string }> = async (deps, actor, { agentId }) => {
  const result = await withTransaction(deps.pool, async (client) => {
    const { rowCount } = await client.query('SELECT FROM "AgentRegistry" WHERE id = $1', [agentId]);
    if (rowCount === 0) return notFound('agent', agentId);
    await lockAgents(client, [agentId]);
    await deleteCircuit(client, agentId);
    await recordAudit(client, { action: 'resetAgentCircuit', entityType: 'Agent', entityId: agentId });
    return ok({ id: agentId });
  });
  if (result.kind === 'ok') deps.logger.info('circuit.reset', { agentId, actor: actor.id });
  return result;
};
