import type { LimitedAgent } from '../../domain/agent/admission.js';
import type { Json } from '../../domain/json.js';
import type { Queryable } from '../system/queryable.js';

/** SQL condition: agent `a` is enabled and no admin has stopped it. */
export const ENABLED = `(a.enabled AND NOT EXISTS (SELECT FROM "AgentStop" stop WHERE stop."agentId" = a.id))`;

/** A registered agent as stored, with its versions by environment and its own configuration. */
export interface AgentRow {
  id: string;
  /** Version called in production unless another is deployed. */
  version: string;
  /** Active versions, by environment. */
  deployments: Record<string, string>;
  endpoint: Json;
  inputSchema: Json;
  outputSchema: Json;
  enabled: boolean;
  completion: string | null;
  /** In milliseconds. Null uses the scheduler's setting. */
  attemptTimeout: number | null;
  heartbeatTimeout: number | null;
  /** In milliseconds. Null uses the scheduler's setting. */
  maxQueueTime: number | null;
  maxConcurrency: number | null;
  requirements: Json;
  cancelUrl: string | null;
  healthCheck: Json;
  /** Encrypted. */
  credential: string | null;
  /** Encrypted. */
  signingSecret: string | null;
  /** The value of `AgentConfig` whose key is the agent's id. */
  config: Json;
}

export async function loadAgent(client: Queryable, agentId: string): Promise<AgentRow | undefined> {
  const { rows } = await client.query<AgentRow>(
    `SELECT a.id, coalesce(d.versions ->> 'production', a.version) AS version, coalesce(d.versions, '{}') AS deployments, a.endpoint, a."inputSchema", a."outputSchema", ${ENABLED} AS enabled, a.completion,
            a."attemptTimeout", a."heartbeatTimeout", a."maxQueueTime", a."maxConcurrency", a.requirements, a."cancelUrl", a."healthCheck", a.credential, a."signingSecret", c.value AS config
     FROM "AgentRegistry" a
     CROSS JOIN LATERAL (
       SELECT jsonb_object_agg(environment, version) AS versions FROM "AgentVersionDeployment" WHERE "agentId" = a.id) d
     LEFT JOIN "AgentConfig" c ON c.key = a.id
     WHERE a.id = $1`,
    [agentId],
  );
  return rows[0];
}

/** Agents with a concurrency limit, a rate limit, or a circuit that is not closed. */
export async function loadLimitedAgents(client: Queryable): Promise<LimitedAgent[]> {
  const { rows } = await client.query<LimitedAgent>(
    `SELECT a.id, a."maxConcurrency", a."rateLimit" FROM "AgentRegistry" a
     WHERE a."maxConcurrency" IS NOT NULL OR a."rateLimit" IS NOT NULL OR a.id IN (SELECT "agentId" FROM "AgentCircuit" WHERE state <> 'closed')
     ORDER BY a.id`,
  );
  return rows;
}

export async function loadAgentsWithOutputSchema(client: Queryable): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM "AgentRegistry" WHERE jsonb_typeof("outputSchema") <> 'null' ORDER BY id`,
  );
  return rows.map(({ id }) => id);
}
