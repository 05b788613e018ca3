import type { Health } from '../../http/agents/check-health.js';
import { recordAuditAlone } from '../access/record-audit.js';
import { conflict, notFound, ok } from '../system/result.js';
import type { UseCase } from '../system/use-case.js';
import { createAgentDirectory } from './agent-directory.js';
import { probeAgent } from './probe-agent.js';

export const checkAgentHealth: UseCase<{ id: string }, { id: string; health: Health }> = async (
  deps,
  _actor,
  { id },
) => {
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
};
