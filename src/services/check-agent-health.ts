import { databaseNow } from '../db/database-now.js';
import { checkHealth, type Health } from '../http/check-health.js';
import { createAgentDirectory } from './agent-directory.js';
import type { Actor, ServiceDeps } from './context.js';
import { conflict, notFound, ok, type Result } from './result.js';

/** Asks an agent how it is, and stores what it said. The request is made outside any transaction. */
export async function checkAgentHealth(
  deps: ServiceDeps,
  _actor: Actor,
  { id }: { id: string },
): Promise<Result<{ id: string; health: Health }>> {
  const found = await createAgentDirectory(deps).agent(id);
  if (found.kind === 'missing') return notFound('agent', id);
  if (found.kind === 'unusable') return conflict(found.message);
  const { call, healthCheck } = found.agent;
  const health = await checkHealth(
    deps.http,
    { ...call, healthCheck: healthEndpoint(healthCheck) },
    { now: await databaseNow(deps.pool) },
  );
  await deps.pool.query(
    `UPDATE "AgentRegistry" SET "healthStatus" = $2, "healthMessage" = $3, "healthVersion" = $4, "healthCheckedAt" = $5 WHERE id = $1`,
    [id, health.status, health.message ?? null, health.version ?? null, health.checkedAt],
  );
  return ok({ id, health });
}

/** Of the stored JSON, which agents also write by SQL. */
function healthEndpoint(healthCheck: unknown): { endpoint: string } | null {
  if (typeof healthCheck !== 'object' || healthCheck === null || !('endpoint' in healthCheck)) return null;
  return typeof healthCheck.endpoint === 'string' ? { endpoint: healthCheck.endpoint } : null;
}
