import { z } from 'zod';
import { rollBackVersion } from '../../db/agents/agent-versions.js';
import { withTransaction } from '../../runtime/database/pool.js';
import { conflict, notFound, ok } from '../system/result.js';
import { useCase } from '../system/use-case.js';
import { agentIdInput } from './agent-input.js';
import { environmentInput } from './deploy-agent-version.js';

const rollbackInput = z.strictObject({ agentId: agentIdInput, environment: environmentInput });

/** Returns to the previously active version. Rolling back again goes back further. */
export const rollbackAgentVersion = useCase(rollbackInput, async (deps, actor, { agentId, environment }) => {
  const deployment = await withTransaction(deps.pool, (client) =>
    rollBackVersion(client, agentId, environment, actor.id),
  );
  if (deployment) {
    deps.logger.info('agent.rolled_back', { ...deployment, actor: actor.id });
    return ok(deployment);
  }
  const agent = await deps.pool.query('SELECT FROM "AgentRegistry" WHERE id = $1', [agentId]);
  if (agent.rowCount === 0) return notFound('agent', agentId);
  return conflict(`Agent "${agentId}" has no earlier version in ${environment} to return to.`);
});
