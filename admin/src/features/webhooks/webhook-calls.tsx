import { Link } from '@tanstack/react-router';
import { StatusText } from '../../components/facts/status-badge.js';
import { Time } from '../../components/facts/time.js';
import { type Column, DataTable } from '../../components/lists/data-table.js';
import { type Filter, FilterBar } from '../../components/lists/filter-bar.js';
import { EmptyState } from '../../components/states.js';
import { Explained } from '../../components/tooltip.js';
import { useLiveList } from '../../lib/graphql/use-live-list.js';
import { linkTo } from '../../lib/link-to.js';
import { listOf, useUrlState } from '../../lib/url-state.js';
import { curlExample, OUTCOMES, SECRET_PLACEHOLDER } from './webhook-words.js';
import {
  type WebhookCallFragment,
  WebhookCallsDocument,
  type WebhookDetailFragment,
  type WebhookOutcome,
} from './webhooks.generated.js';

const FILTERS: readonly Filter[] = [
  {
    param: 'outcome',
    label: 'Outcome',
    isMultiple: true,
    options: Object.entries(OUTCOMES).map(([value, { word }]) => ({ value, label: word })),
  },
];

const COLUMNS: readonly Column<WebhookCallFragment>[] = [
  {
    id: 'outcome',
    header: 'Outcome',
    width: '9rem',
    cell: ({ outcome, httpStatus }) => (
      <span className="inline-flex items-center gap-2 align-bottom">
        <StatusText status={OUTCOMES[outcome].status} label={OUTCOMES[outcome].word} />
        <span className="font-normal text-muted">{httpStatus}</span>
      </span>
    ),
  },
  { id: 'what', header: 'Result', width: 'minmax(14rem,4fr)', cell: (call) => <CallResult call={call} /> },
  {
    id: 'event',
    header: 'Event',
    width: 'minmax(6rem,1fr)',
    from: 'md',
    cell: ({ eventId }) =>
      eventId ? (
        <span className="font-mono text-xs" title={eventId}>
          {eventId}
        </span>
      ) : (
        <span className="text-muted">–</span>
      ),
  },
  {
    id: 'bytes',
    header: 'Body',
    width: '5rem',
    align: 'right',
    from: 'xl',
    cell: ({ bytes }) =>
      bytes === null ? <span className="text-muted">–</span> : `${bytes.toLocaleString('en-GB')} B`,
  },
  {
    id: 'from',
    header: 'From',
    width: '7rem',
    from: 'lg',
    cell: ({ remoteAddress }) => (
      <span className="font-mono text-xs text-muted">{remoteAddress?.replace(/^::ffff:/, '') ?? '–'}</span>
    ),
  },
  { id: 'at', header: 'Received', width: '6rem', cell: (call) => <Time at={call.lastReceivedAt} /> },
];

/** All calls of a webhook, including refused ones, updated live. */
export function WebhookCalls({ webhook }: { webhook: WebhookDetailFragment }) {
  const [{ q, outcome }] = useUrlState();
  const outcomes = listOf(outcome) as WebhookOutcome[];
  const filter = { ...(outcomes.length > 0 && { outcome: outcomes }), ...(q && { eventId: q }) };
  const list = useLiveList(WebhookCallsDocument, {
    variables: { id: webhook.id, filter },
    connection: (data) => data.webhook?.deliveries ?? { edges: [], pageInfo: NO_PAGE },
    refetchOn: { record: ({ id }) => id === webhook.id },
  });
  return (
    <>
      <FilterBar search="Search by event ID" filters={FILTERS} />
      <DataTable
        label="Calls"
        list={list}
        columns={COLUMNS}
        isFiltered={Object.keys(filter).length > 0}
        empty={
          <EmptyState
            title="No calls yet"
            example={curlExample(webhook, SECRET_PLACEHOLDER)}
            exampleLabel="Example call"
          >
            Calls will appear here, including refused ones. Try it:
          </EmptyState>
        }
      />
    </>
  );
}

const NO_PAGE = { endCursor: null, hasNextPage: false };

/** The run that a call started, or why it started none. */
function CallResult({
  call: { outcome, reason, count, scheduleExecutionId },
}: {
  call: WebhookCallFragment;
}) {
  const times = count > 1 && <span className="text-muted"> · {count.toLocaleString('en-GB')} times</span>;
  if (reason) {
    return (
      <Explained by={reason}>
        {reason}
        {times}
      </Explained>
    );
  }
  if (!scheduleExecutionId) return <span className="text-muted">deleted run</span>;
  return (
    <>
      <Link {...linkTo.run(scheduleExecutionId)} className="text-accent hover:underline">
        {outcome === 'DUPLICATE' ? 'Earlier run' : 'Run'}{' '}
        <span className="font-mono text-xs">…{scheduleExecutionId.slice(-8)}</span>
      </Link>
      {times}
    </>
  );
}
