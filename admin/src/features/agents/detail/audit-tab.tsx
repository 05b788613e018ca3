import { AuditTrail } from '../../../components/facts/audit-trail.js';

/** Changes of the agent, its deployments and its configuration, and manual runs. */
export function AuditTab({ agentId }: { agentId: string }) {
  return <AuditTrail entityId={agentId} />;
}
