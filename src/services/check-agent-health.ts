import type { Health } from '../http/check-health.js';
import { withTransaction } from '../runtime/pool.js';
import { createAgentDirectory } from './agent-directory.js';
import type { Actor, ServiceDeps } from './context.js';
import { probeAgent } from './probe-agent.js';
import { recordAudit } from './record-audit.js';
import { conflict, notFound, ok, type Result } from './result.js';

/** Asks an agent how it is, now. */
export async function checkAgentHealth(
  deps: ServiceDeps,
  _actor: Actor,
  { id }: { id: string },
): Promise<Result<{ id: string; health: Health }>> {
  const probed = await probeAgent({ ...deps, directory: createAgentDirectory(deps) }, id);
  if (probed.kind === 'missing') return notFound('agent', id);
  if (probed.kind === 'unusable') return conflict(probed.message);
  const { status } = probed.health;
  await withTransaction(deps.pool, (client) =>
    recordAudit(client, { action: 'checkAgentHealth', entityType: 'Agent', entityId: id, after: { status } }),
  );
  return ok({ id, health: probed.health });
}
