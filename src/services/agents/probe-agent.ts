import { databaseNow } from '../../db/system/database-now.js';
import { checkHealth, type Health } from '../../http/check-health.js';
import type { HttpClient } from '../../http/http-client.js';
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
  const health = await checkHealth(
    deps.http,
    { ...call, healthCheck: healthEndpoint(healthCheck) },
    { now: await databaseNow(deps.pool) },
  );
  // If the agent locks its own row in an open transaction, the result is dropped. The next check
  // stores its own.
  await deps.pool.query(
    `UPDATE "AgentRegistry" SET "healthStatus" = $2, "healthMessage" = $3, "healthVersion" = $4, "healthCheckedAt" = $5
     WHERE id IN (SELECT id FROM "AgentRegistry" WHERE id = $1 FOR UPDATE SKIP LOCKED)`,
    [id, health.status, health.message ?? null, health.version ?? null, health.checkedAt],
  );
  return { kind: 'probed', health };
}

/** Reads the stored JSON, which agents also write by SQL. */
function healthEndpoint(healthCheck: unknown): { endpoint: string } | null {
  if (typeof healthCheck !== 'object' || healthCheck === null || !('endpoint' in healthCheck)) return null;
  return typeof healthCheck.endpoint === 'string' ? { endpoint: healthCheck.endpoint } : null;
}
