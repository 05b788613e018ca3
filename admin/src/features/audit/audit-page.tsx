import { type Filter, FilterBar } from '../../components/lists/filter-bar.js';
import { TIME_RANGE_PARAMS, TimeRangeMenu, useTimeRange } from '../../components/lists/time-range.js';
import { PageHeader } from '../../components/page-header.js';
import { EmptyState } from '../../components/states.js';
import { useLiveList } from '../../lib/graphql/use-live-list.js';
import { useLiveQuery } from '../../lib/graphql/use-live-query.js';
import { optionsOf } from '../../lib/options-of.js';
import { choiceOf, given, useUrlState } from '../../lib/url-state.js';
import { useRefusal } from '../../lib/viewer.js';
import { AuditActorsDocument, AuditListDocument } from './audit.generated.js';
import { AuditEntries } from './audit-entries.js';
import { actionWords } from './audit-words.js';
import { texts } from './texts.js';

const t = texts.filters;

/** `/audit`: who did what, when and from where. Only admins can see it; others see a note. */
export function AuditPage() {
  const refusal = useRefusal('ADMIN');
  return (
    <>
      <PageHeader title={texts.title} />
      {refusal ? <EmptyState title={texts.adminsOnly}>{refusal}</EmptyState> : <Audit />}
    </>
  );
}

function Audit() {
  const [{ q, actor, action, entity, origin }] = useUrlState();
  const filter = {
    ...useTimeRange(),
    ...given({
      entityId: q?.trim(),
      actorId: actor,
      action,
      resourceType: choiceOf(entity, texts.resources),
      origin: choiceOf(origin, texts.origins),
    }),
  };
  const list = useLiveList(AuditListDocument, {
    variables: { filter },
    connection: (data) => data.auditEntries,
    refetchOn: { record: ({ recordKind }) => recordKind === 'AUDIT' },
  });
  const actions = [...new Set([...(action ? [action] : []), ...list.rows.map((row) => row.action)])].sort();
  const filters: readonly Filter[] = [
    { param: 'actor', label: t.actor, options: useActors(actor) },
    {
      param: 'action',
      label: t.action,
      options: actions.map((value) => ({ value, label: actionWords(value) })),
    },
    { param: 'entity', label: t.resource, options: optionsOf(texts.resources) },
    { param: 'origin', label: t.origin, options: optionsOf(texts.origins) },
  ];
  return (
    <>
      <FilterBar search={t.search} filters={filters} clears={TIME_RANGE_PARAMS}>
        <TimeRangeMenu />
      </FilterBar>
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
