import { AuditTrail } from '../../../components/audit-trail.js';

/** Who changed it, its deployments and its configuration, and who had it run. */
export function AuditTab({ agentId }: { agentId: string }) {
  return <AuditTrail entityId={agentId} />;
}
