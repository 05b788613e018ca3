import { useLiveList } from '../../lib/graphql/use-live-list.js';
import { useRefusal } from '../../lib/viewer.js';
import { Button } from '../button.js';
import { EmptyState, ErrorState, LoadingState } from '../states.js';
import { type AuditResource, AuditTrailDocument, type AuditTrailQuery } from './audit-trail.generated.js';
import { Time } from './time.js';
import { ValueDiff } from './value-diff.js';

export interface AuditTrailProps {
  /** Defaults to all types with this ID. */
  resourceType?: AuditResource;
  entityId: string;
}

/** The changes of one object, newest first. Only admins can see them; others see a note. */
export function AuditTrail(props: AuditTrailProps) {
  const refusal = useRefusal('ADMIN');
  return refusal ? (
    <EmptyState title="Only admins can see the audit log">{refusal}</EmptyState>
  ) : (
    <Trail {...props} />
  );
}

function Trail({ resourceType, entityId }: AuditTrailProps) {
  const { rows, error, isLoading, hasMore, isLoadingMore, loadMore, isBehind, refetch } = useLiveList(
    AuditTrailDocument,
    {
      variables: { filter: { ...(resourceType && { resourceType }), entityId } },
      connection: (data) => data.auditEntries,
      refetchOn: { record: ({ recordKind }) => recordKind === 'AUDIT' },
    },
  );
  if (isLoading) return <LoadingState label="Loading the audit log…" />;
  if (rows.length === 0 && error)
    return <ErrorState title="Could not load the audit log" error={error} onRetry={refetch} />;
  if (rows.length === 0) {
    return (
      <EmptyState title="No changes recorded">
        Changes will appear here, with who made them, when and from where.
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col px-4 py-1 md:px-6">
      {isBehind && (
        <Button size="sm" variant="ghost" className="self-center" onClick={refetch}>
          Show new entries
        </Button>
      )}
      <ol aria-label="Audit log" className="flex flex-col">
        {rows.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      {hasMore && (
        <Button
          size="sm"
          variant="ghost"
          className="my-2 self-center"
          isBusy={isLoadingMore}
          onClick={loadMore}
        >
          Load more
        </Button>
      )}
    </div>
  );
}

type AuditEntry = AuditTrailQuery['auditEntries']['edges'][number]['node'];

const ORIGINS: Readonly<Record<Exclude<AuditEntry['origin'], 'SERVER'>, string>> = {
  GRAPHQL: 'through the API',
  ADMIN: 'in the admin',
  WEBHOOK: 'through a webhook',
  SQL: 'by SQL',
};

function Entry({
  entry: { at, actorName, actorId, actorRole, action, before, after, origin, address },
}: {
  entry: AuditEntry;
}) {
  return (
    <li className="flex flex-col gap-1.5 border-b py-2.5 last:border-b-0">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium">{actionWords(action)}</span>
        <span>
          by {actorName ?? actorId ?? 'Callboard'}
          {actorRole && <span className="text-muted"> ({actorRole.toLowerCase()})</span>}
        </span>
        <span className="text-muted">
          <Time at={at} />
          {origin !== 'SERVER' && ` · ${ORIGINS[origin]}`}
          {address && ` · ${address}`}
        </span>
      </p>
      <ValueDiff before={before} after={after} />
    </li>
  );
}

/** `Pause schedule` for `pauseSchedule`. */
function actionWords(action: string): string {
  const words = action.replace(/([A-Z])/g, ' $1').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
