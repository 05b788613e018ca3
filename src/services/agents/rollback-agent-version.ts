import { z } from 'zod';
import { withTransaction } from '../../runtime/database/pool.js';
import { conflict, notFound, ok } from '../system/result.js';
import { useCase } from '../system/use-case.js';
import { agentIdInput } from './agent-input.js';
import { type Deployment, environmentInput } from './deploy-agent-version.js';

const rollbackInput = z.strictObject({ agentId: agentIdInput, environment: environmentInput });

/** Returns to the previously active version. Rolling back again goes back further. */
export const rollbackAgentVersion = useCase(rollbackInput, async (deps, actor, { agentId, environment }) => {
  const { rows } = await withTransaction(deps.pool, (client) =>
    client.query<Deployment>(
      `UPDATE "AgentVersionDeployment" SET version = "previousVersions"[cardinality("previousVersions")],
       "previousVersions" = trim_array("previousVersions", 1), "deployedAt" = clock_timestamp(), "deployedBy" = $3
     WHERE "agentId" = $1 AND environment = $2 AND cardinality("previousVersions") > 0
     RETURNING id, "agentId", environment, version`,
      [agentId, environment, actor.id],
    ),
  );
  if (rows[0]) {
    deps.logger.info('agent.rolled_back', { ...rows[0], actor: actor.id });
    return ok(rows[0]);
  }
  const agent = await deps.pool.query('SELECT FROM "AgentRegistry" WHERE id = $1', [agentId]);
  if (agent.rowCount === 0) return notFound('agent', agentId);
  return conflict(`Agent "${agentId}" has no earlier version in ${environment} to return to.`);
});
