import type { Health } from '../../http/check-health.js';
import type { Actor, ServiceDeps } from '../access/context.js';
import { recordAuditAlone } from '../access/record-audit.js';
import { conflict, notFound, ok, type Result } from '../system/result.js';
import { createAgentDirectory } from './agent-directory.js';
import { probeAgent } from './probe-agent.js';

export async function checkAgentHealth(
  deps: ServiceDeps,
  _actor: Actor,
  { id }: { id: string },
): Promise<Result<{ id: string; health: Health }>> {
  const probed = await probeAgent({ ...deps, directory: createAgentDirectory(deps) }, id);
  if (probed.kind === 'missing') return notFound('agent', id);
  if (probed.kind === 'unusable') return conflict(probed.message);
  const { status } = probed.health;
  await recordAuditAlone(deps.pool, {
    action: 'checkAgentHealth',
    entityType: 'Agent',
    entityId: id,
    after: { status },
  });
  return ok({ id, health: probed.health });
}
