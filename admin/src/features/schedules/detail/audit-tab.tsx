import { AuditTrail } from '../../../components/facts/audit-trail.js';
import type { ShownSchedule } from './shown-schedule.js';

/** Changes and manual runs of the schedule. */
export function AuditTab({ schedule: { id } }: { schedule: ShownSchedule }) {
  return <AuditTrail resourceType="SCHEDULE" entityId={id} />;
}
