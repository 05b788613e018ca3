import { storeHealth } from '../../db/agents/store-health.js';
import { checkHealth, type Health } from '../../http/agents/check-health.js';
import type { HttpClient } from '../../http/client/http-client.js';
import type { Pool } from '../../runtime/database/pool.js';
import type { AgentDirectory } from './agent-directory.js';
import type { AgentLookup } from './resolve-agent.js';

export type Probed = { kind: 'probed'; health: Health } | Exclude<AgentLookup, { kind: 'found' }>;

/** Checks the health of an agent and stores the result. The request is sent outside of transactions. */
export async function probeAgent(
  deps: { pool: Pool; http: HttpClient; directory: AgentDirectory },
  id: string,
): Promise<Probed> {
  const found = await deps.directory.agent(id);
  if (found.kind !== 'found') return found;
  const { call, healthCheck } = found.agent;
  const health = await checkHealth(deps.http, { ...call, healthCheck: healthEndpoint(healthCheck) });
  await storeHealth(deps.pool, id, health);
  return { kind: 'probed', health };
}

/** Reads the stored JSON, which agents also write by SQL. */
function healthEndpoint(healthCheck: unknown): { endpoint: string } | null {
  if (typeof healthCheck !== 'object' || healthCheck === null || !('endpoint' in healthCheck)) return null;
  return typeof healthCheck.endpoint === 'string' ? { endpoint: healthCheck.endpoint } : null;
}
