import { AuditTrail } from '../../../components/audit-trail.js';
import type { ShownSchedule } from './shown-schedule.js';

/** Who changed the schedule, or had it run. */
export function AuditTab({ schedule: { id } }: { schedule: ShownSchedule }) {
  return <AuditTrail resourceType="SCHEDULE" entityId={id} />;
}
