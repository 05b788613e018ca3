import { z } from 'zod';
import { shareAgent } from '../../db/agents/agent-config.js';
import { ENVIRONMENTS } from '../../domain/agent/environment.js';
import { withTransaction } from '../../runtime/database/pool.js';
import { uuidv7 } from '../../runtime/ids.js';
import { notFound, ok, type Result } from '../system/result.js';
import { unlessLocked } from '../system/unless-locked.js';
import { useCase } from '../system/use-case.js';
import { agentIdInput, agentVersionInput } from './agent-input.js';

export const environmentInput = z.enum(ENVIRONMENTS, 'must be production, staging or development');

const deployInput = z.strictObject({
  agentId: agentIdInput,
  version: agentVersionInput,
  environment: environmentInput,
});

/** The version of an agent in an environment, after a deployment or a rollback. */
export interface Deployment {
  id: string;
  agentId: string;
  environment: z.output<typeof environmentInput>;
  version: string;
}

/** Versions kept for rollbacks; older ones are dropped. */
const KEPT_VERSIONS = 50;

/** Makes a version the active one of an environment. Deploying the active version again changes nothing. */
export const deployAgentVersion = useCase(
  deployInput,
  async (deps, actor, { agentId, version, environment }) => {
    const result = await unlessLocked(() =>
      withTransaction(deps.pool, async (client): Promise<Result<Deployment>> => {
        if (!(await shareAgent(client, agentId))) return notFound('agent', agentId);
        const { rows } = await client.query<{ id: string }>(
          `INSERT INTO "AgentVersionDeployment" AS d (id, "agentId", version, environment, "deployedBy") VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT ("agentId", environment) DO UPDATE SET
         version = EXCLUDED.version,
         "previousVersions" = CASE WHEN d.version = EXCLUDED.version THEN d."previousVersions"
           ELSE (d."previousVersions" || d.version)[greatest(1, cardinality(d."previousVersions") + 2 - $6):] END,
         "deployedAt" = CASE WHEN d.version = EXCLUDED.version THEN d."deployedAt" ELSE clock_timestamp() END,
         "deployedBy" = CASE WHEN d.version = EXCLUDED.version THEN d."deployedBy" ELSE EXCLUDED."deployedBy" END
       RETURNING id`,
          [uuidv7(), agentId, version, environment, actor.id, KEPT_VERSIONS],
        );
        return ok({ id: rows[0]?.id ?? '', agentId, environment, version });
      }),
    );
    if (result.kind === 'ok') deps.logger.info('agent.deployed', { ...result.value, actor: actor.id });
    return result;
  },
);
