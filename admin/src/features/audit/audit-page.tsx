import { type Filter, FilterBar } from '../../components/lists/filter-bar.js';
import { PageHeader } from '../../components/page-header.js';
import { EmptyState } from '../../components/states.js';
import { useLiveList } from '../../lib/graphql/use-live-list.js';
import { useLiveQuery } from '../../lib/graphql/use-live-query.js';
import { optionsOf } from '../../lib/options-of.js';
import { useUrlState } from '../../lib/url-state.js';
import { useRefusal } from '../../lib/viewer.js';
import {
  AuditActorsDocument,
  AuditListDocument,
  type AuditOrigin,
  type AuditResource,
} from './audit.generated.js';
import { AuditEntries } from './audit-entries.js';
import { actionWords, ENTITIES, ORIGINS } from './audit-words.js';

const SINCE: Readonly<Record<string, { label: string; hours: number }>> = {
  '1h': { label: 'Last hour', hours: 1 },
  '24h': { label: 'Last 24 hours', hours: 24 },
  '7d': { label: 'Last 7 days', hours: 168 },
  '30d': { label: 'Last 30 days', hours: 720 },
};

const MINUTE = 60_000;

/** `/audit`: who did what, when and from where. Only admins can see it; others see a note. */
export function AuditPage() {
  const refusal = useRefusal('ADMIN');
  return (
    <>
      <PageHeader title="Audit log" />
      {refusal ? <EmptyState title="Only admins can see the audit log">{refusal}</EmptyState> : <Audit />}
    </>
  );
}

/** A URL of an older version may contain an unknown value, which is ignored. */
function isResource(value: string | undefined): value is AuditResource {
  return value !== undefined && value in ENTITIES;
}

function Audit() {
  const [{ q, actor, action, entity, origin, since }] = useUrlState();
  const hours = since && SINCE[since]?.hours;
  // Rounded to the minute, so that the query does not change with each render.
  const from =
    hours && new Date(Math.floor(Date.now() / MINUTE) * MINUTE - hours * 60 * MINUTE).toISOString();
  const filter = {
    ...(q && { entityId: q.trim() }),
    ...(actor && { actorId: actor }),
    ...(action && { action }),
    ...(isResource(entity) && { resourceType: entity }),
    ...(origin && { origin: origin as AuditOrigin }),
    ...(from && { from }),
  };
  const list = useLiveList(AuditListDocument, {
    variables: { filter },
    connection: (data) => data.auditEntries,
    refetchOn: { record: ({ recordKind }) => recordKind === 'AUDIT' },
  });
  const actions = [...new Set([...(action ? [action] : []), ...list.rows.map((row) => row.action)])].sort();
  const filters: readonly Filter[] = [
    { param: 'actor', label: 'Actor', options: useActors(actor) },
    {
      param: 'action',
      label: 'Action',
      options: actions.map((value) => ({ value, label: actionWords(value) })),
    },
    { param: 'entity', label: 'Resource', options: optionsOf(ENTITIES) },
    { param: 'origin', label: 'Source', options: optionsOf(ORIGINS) },
    {
      param: 'since',
      label: 'Since',
      options: optionsOf(SINCE),
    },
  ];
  return (
    <>
      <FilterBar search="Search by resource ID" filters={filters} />
      <AuditEntries list={list} isFiltered={Object.keys(filter).length > 0} />
    </>
  );
}

/** The API tokens, and the actor of the filter if it is something else: a webhook or a database login. */
function useActors(actor: string | undefined): Filter['options'] {
  const { data } = useLiveQuery(AuditActorsDocument, {
    refetchOn: { record: ({ recordKind }) => recordKind === 'TOKEN' },
  });
  const known = (data?.apiTokens.edges ?? []).map(({ node: { id, name, hint } }) => ({
    value: id,
    label: `${name} ${hint}`,
  }));
  if (!actor || known.some(({ value }) => value === actor)) return known;
  return [...known, { value: actor, label: actor }];
}
