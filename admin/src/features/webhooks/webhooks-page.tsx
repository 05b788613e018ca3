import { ActionButton, useCreateAction } from '../../components/entity-actions.js';
import { ManagedByMark } from '../../components/facts/managed-by.js';
import { StatusText } from '../../components/facts/status-badge.js';
import { Time } from '../../components/facts/time.js';
import { type Column, DataTable } from '../../components/lists/data-table.js';
import { type Filter, FilterBar } from '../../components/lists/filter-bar.js';
import { useSort } from '../../components/lists/use-sort.js';
import { PageHeader } from '../../components/page-header.js';
import { useLiveList } from '../../lib/graphql/use-live-list.js';
import { linkTo } from '../../lib/link-to.js';
import { optionsOf } from '../../lib/options-of.js';
import { choiceOf, given, useUrlState } from '../../lib/url-state.js';
import { TargetLink } from './target-link.js';
import { texts } from './texts.js';
import { OUTCOMES, PROFILES, TARGETS } from './webhook-words.js';
import { WebhookListDocument, type WebhookRowFragment } from './webhooks.generated.js';

const t = texts.list;

const FILTERS: readonly Filter[] = [
  { param: 'target', label: texts.common.target, options: optionsOf(TARGETS) },
  { param: 'state', label: texts.common.status, options: optionsOf(texts.states) },
];

const COLUMNS: readonly Column<WebhookRowFragment>[] = [
  {
    header: texts.common.webhook,
    width: 'minmax(10rem,2fr)',
    sortField: 'NAME',
    cell: ({ name, managedBy }) => (
      <>
        {name}
        <ManagedByMark value={managedBy} />
      </>
    ),
  },
  {
    header: texts.common.status,
    width: '7rem',
    cell: ({ suspended }) => <WebhookState isSuspended={suspended} />,
  },
  {
    header: texts.common.startsLabel,
    width: 'minmax(10rem,2fr)',
    cell: (webhook) => <TargetLink webhook={webhook} />,
  },
  {
    header: texts.common.profile,
    width: '9.5rem',
    from: 'xl',
    cell: ({ profile }) => PROFILES[profile].label,
  },
  {
    header: t.lastCall,
    width: '13rem',
    from: 'md',
    cell: ({ deliveries }) => <LastCall call={deliveries.edges[0]?.node} />,
  },
  {
    header: texts.common.created,
    width: '7rem',
    from: 'xl',
    sortField: 'CREATED_AT',
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
];

/** `/webhooks`: all webhooks with their targets and last calls. */
export function WebhooksPage() {
  const [{ q, target, state }] = useUrlState();
  const sort = useSort(['NAME', 'CREATED_AT'], { field: 'NAME', direction: 'ASC' });
  const chosen = choiceOf(state, texts.states);
  const filter = given({
    search: q,
    targetType: choiceOf(target, TARGETS),
    suspended: chosen && chosen === 'suspended',
  });
  const list = useLiveList(WebhookListDocument, {
    variables: { filter, orderBy: sort.orderBy },
    connection: (data) => data.webhooks,
    refetchOn: { record: ({ recordKind }) => recordKind === 'WEBHOOK' },
  });
  const create = useCreateAction(texts.common.webhooks, texts.common.create, { to: '/webhooks/new' });

  return (
    <>
      <PageHeader
        title={texts.common.webhooks}
        actions={<ActionButton action={create} variant="primary" />}
      />
      <FilterBar search={t.search} filters={FILTERS} />
      <DataTable
        label={texts.common.webhooks}
        list={list}
        columns={COLUMNS}
        sort={sort}
        link={({ id }) => linkTo.webhook(id)}
        isFiltered={Object.keys(filter).length > 0}
        empty={{
          title: t.empty,
          children: t.emptyHint,
          example: EXAMPLE,
          action: <ActionButton action={create} variant="primary" />,
        }}
      />
    </>
  );
}

function WebhookState({ isSuspended }: { isSuspended: boolean }) {
  return isSuspended ? (
    <StatusText status="paused" label={texts.states.suspended} />
  ) : (
    <StatusText status="completed" label={texts.states.active} />
  );
}

function LastCall({ call }: { call: WebhookRowFragment['deliveries']['edges'][number]['node'] | undefined }) {
  if (!call) return <span className="text-muted">{t.never}</span>;
  const { status, word } = OUTCOMES[call.outcome];
  return (
    <span className="inline-flex items-center gap-2 align-bottom">
      <StatusText status={status} label={word} />
      <Time at={call.lastReceivedAt} />
    </span>
  );
}

const EXAMPLE = `mutation {
  createWebhook(input: { name: "Orders", targetType: AGENT, agentId: "hello" }) {
    __typename
    ... on CreatedWebhook { secret webhook { url } }
    ... on Error { message }
  }
}`;
