import { EmptyState } from '../../components/states.js';
import { useLiveList } from '../../lib/graphql/use-live-list.js';
import { useRefusal } from '../../lib/viewer.js';
import { AuditListDocument, type AuditResource } from './audit.generated.js';
import { AuditEntries } from './audit-entries.js';
import { texts } from './texts.js';

export interface AuditTrailProps {
  /** Defaults to all types with this ID. */
  resourceType?: AuditResource;
  entityId: string;
}

/** The changes of one object, newest first. Only admins can see them; others see a note. */
export function AuditTrail(props: AuditTrailProps) {
  const refusal = useRefusal('ADMIN');
  return refusal ? <EmptyState title={texts.adminsOnly}>{refusal}</EmptyState> : <Trail {...props} />;
}

function Trail({ resourceType, entityId }: AuditTrailProps) {
  const list = useLiveList(AuditListDocument, {
    variables: { filter: { ...(resourceType && { resourceType }), entityId } },
    connection: (data) => data.auditEntries,
    refetchOn: { record: ({ recordKind }) => recordKind === 'AUDIT' },
  });
  return <AuditEntries list={list} isOfOne />;
}
