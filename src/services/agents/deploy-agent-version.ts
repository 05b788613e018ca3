import { z } from 'zod';
import { shareAgent } from '../../db/agents/agent-config.js';
import { deployVersion } from '../../db/agents/agent-versions.js';
import { ENVIRONMENTS } from '../../domain/agent/environment.js';
import { withTransaction } from '../../runtime/database/pool.js';
import { uuidv7 } from '../../runtime/ids.js';
import { notFound, ok } from '../system/result.js';
import { useCase } from '../system/use-case.js';
import { agentIdInput, agentVersionInput } from './agent-input.js';

export const environmentInput = z.enum(ENVIRONMENTS, 'must be production, staging or development');

const deployInput = z.strictObject({
  agentId: agentIdInput,
  version: agentVersionInput,
  environment: environmentInput,
});

/** Versions kept for rollbacks; older ones are dropped. */
const KEPT_VERSIONS = 50;

/** Makes a version the active one of an environment. Deploying the active version again changes nothing. */
export const deployAgentVersion = useCase(
  deployInput,
  async (deps, actor, { agentId, version, environment }) => {
    const result = await withTransaction(deps.pool, async (client) => {
      if (!(await shareAgent(client, agentId))) return notFound('agent', agentId);
      const deployment = { id: uuidv7(), agentId, environment, version, deployedBy: actor.id };
      const id = await deployVersion(client, deployment, KEPT_VERSIONS);
      return ok({ id, agentId, environment, version });
    });
    if (result.kind === 'ok') deps.logger.info('agent.deployed', { ...result.value, actor: actor.id });
    return result;
  },
);
