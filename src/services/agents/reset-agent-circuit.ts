import { deleteCircuit } from '../../db/agents/agent-limits.js';
import { lockAgents } from '../../db/agents/agent-loads.js';
import { withTransaction } from '../../runtime/database/pool.js';
import type { Actor, ServiceDeps } from '../access/context.js';
import { recordAudit } from '../access/record-audit.js';
import { unlessLocked } from '../jobs/unless-locked.js';
import { notFound, ok, type Result } from '../system/result.js';

/** Closes the circuit of an agent immediately and clears its failures. */
export async function resetAgentCircuit(
  deps: ServiceDeps,
  actor: Actor,
  { agentId }: { agentId: string },
): Promise<Result<{ id: string }>> {
  const result = await unlessLocked(() =>
    withTransaction(deps.pool, async (client): Promise<Result<{ id: string }>> => {
      const { rowCount } = await client.query('SELECT FROM "AgentRegistry" WHERE id = $1', [agentId]);
      if (rowCount === 0) return notFound('agent', agentId);
      await lockAgents(client, [agentId]);
      await deleteCircuit(client, agentId);
      await recordAudit(client, { action: 'resetAgentCircuit', entityType: 'Agent', entityId: agentId });
      return ok({ id: agentId });
    }),
  );
  if (result.kind === 'ok') deps.logger.info('circuit.reset', { agentId, actor: actor.id });
  return result;
}
