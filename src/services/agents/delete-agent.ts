import { deleteAgentConfig } from '../../db/agents/agent-config.js';
import { flagSchedules } from '../../db/schedules/flag-schedules.js';
import { withTransaction } from '../../runtime/database/pool.js';
import { notFound, ok } from '../system/result.js';
import type { UseCase } from '../system/use-case.js';

/**
 * Deletes an agent with its deployments and its own configuration. Its history is kept. Enabled
 * schedules that call it, directly or in a pipeline, stay and are blocked as `invalid_target`: each
 * of their slots is recorded as skipped until they get another target or the agent is registered
 * again.
 */
export const deleteAgent: UseCase<{ id: string }, { id: string; flaggedSchedules: number }> = async (
  deps,
  actor,
  { id },
) => {
  const result = await withTransaction(deps.pool, async (client) => {
    const { rowCount } = await client.query('DELETE FROM "AgentRegistry" WHERE id = $1', [id]);
    if (rowCount === 0) return notFound('agent', id);
    await client.query('DELETE FROM "AgentVersionDeployment" WHERE "agentId" = $1', [id]);
    await deleteAgentConfig(client, id);
    return ok({ id, flaggedSchedules: await flagSchedules(client, { agentId: id }) });
  });
  if (result.kind === 'ok')
    deps.logger.info('agent.deleted', { agentId: id, actor: actor.id, ...result.value });
  return result;
};
