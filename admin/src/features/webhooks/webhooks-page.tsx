import { useNavigate } from '@tanstack/react-router';
import { ActionButton, useCreateAction } from '../../components/entity-actions.js';
import { ManagedByMark } from '../../components/facts/managed-by.js';
import { StatusText } from '../../components/facts/status-badge.js';
import { Time } from '../../components/facts/time.js';
import { type Column, DataTable } from '../../components/lists/data-table.js';
import { type Filter, FilterBar } from '../../components/lists/filter-bar.js';
import { PageHeader } from '../../components/page-header.js';
import { EmptyState } from '../../components/states.js';
import { useLiveList } from '../../lib/graphql/use-live-list.js';
import { linkTo } from '../../lib/link-to.js';
import { optionsOf } from '../../lib/options-of.js';
import { useUrlState } from '../../lib/url-state.js';
import { useSort } from '../../lib/use-sort.js';
import { TargetLink } from './target-link.js';
import { OUTCOMES, PROFILES } from './webhook-words.js';
import {
  WebhookListDocument,
  type WebhookRowFragment,
  type WebhookTargetType,
} from './webhooks.generated.js';

const FILTERS: readonly Filter[] = [
  {
    param: 'target',
    label: 'Target',
    options: optionsOf({ AGENT: 'Agent', PIPELINE: 'Pipeline', SCHEDULE: 'Schedule' }),
  },
  { param: 'state', label: 'Status', options: optionsOf({ active: 'Active', suspended: 'Suspended' }) },
];

const COLUMNS: readonly Column<WebhookRowFragment>[] = [
  {
    id: 'name',
    header: 'Webhook',
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
    id: 'state',
    header: 'Status',
    width: '7rem',
    cell: ({ suspended }) => <WebhookState isSuspended={suspended} />,
  },
  {
    id: 'target',
    header: 'Starts',
    width: 'minmax(10rem,2fr)',
    cell: (webhook) => <TargetLink webhook={webhook} />,
  },
  {
    id: 'profile',
    header: 'Profile',
    width: '6rem',
    from: 'xl',
    cell: ({ profile }) => PROFILES[profile].label,
  },
  {
    id: 'last',
    header: 'Last call',
    width: '13rem',
    from: 'md',
    cell: ({ deliveries }) => <LastCall call={deliveries.edges[0]?.node} />,
  },
  {
    id: 'created',
    header: 'Created',
    width: '7rem',
    from: 'xl',
    sortField: 'CREATED_AT',
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
];

/** `/webhooks`: all webhooks with their targets and last calls. */
export function WebhooksPage() {
  const [{ q, target, state }] = useUrlState();
  const navigate = useNavigate();
  const sort = useSort(['NAME', 'CREATED_AT'], { field: 'NAME', direction: 'ASC' });
  const filter = {
    ...(q && { search: q }),
    ...(target && { targetType: target as WebhookTargetType }),
    ...(state && { suspended: state === 'suspended' }),
  };
  const list = useLiveList(WebhookListDocument, {
    variables: { filter, orderBy: sort.orderBy },
    connection: (data) => data.webhooks,
    refetchOn: { record: ({ recordKind }) => recordKind === 'WEBHOOK' },
  });
  const create = useCreateAction('Webhooks', 'Create webhook', () => void navigate({ to: '/webhooks/new' }));

  return (
    <>
      <PageHeader title="Webhooks" actions={<ActionButton action={create} variant="primary" />} />
      <FilterBar search="Search webhooks" filters={FILTERS} />
      <DataTable
        label="Webhooks"
        list={list}
        columns={COLUMNS}
        sort={sort}
        link={({ id }) => linkTo.webhook(id)}
        isFiltered={Object.keys(filter).length > 0}
        empty={<NoWebhooks />}
      />
    </>
  );
}

function WebhookState({ isSuspended }: { isSuspended: boolean }) {
  return isSuspended ? (
    <StatusText status="paused" label="Suspended" />
  ) : (
    <StatusText status="completed" label="Active" />
  );
}

function LastCall({ call }: { call: WebhookRowFragment['deliveries']['edges'][number]['node'] | undefined }) {
  if (!call) return <span className="text-muted">never</span>;
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

function NoWebhooks() {
  return (
    <EmptyState title="No webhooks yet" example={EXAMPLE}>
      A webhook lets another system start an agent, a pipeline or a schedule’s target. It has a URL and a
      secret for signing calls. Create one here or through the API:
    </EmptyState>
  );
}
