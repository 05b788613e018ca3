import { Link } from '@tanstack/react-router';
import { None } from '../../components/facts/none.js';
import { StatusText } from '../../components/facts/status-badge.js';
import { Time } from '../../components/facts/time.js';
import { type Column, DataTable } from '../../components/lists/data-table.js';
import { type Filter, FilterBar } from '../../components/lists/filter-bar.js';
import { Explained } from '../../components/tooltip.js';
import { useLiveList } from '../../lib/graphql/use-live-list.js';
import { linkTo } from '../../lib/link-to.js';
import { choicesOf, given, useUrlState } from '../../lib/url-state.js';
import { texts } from './texts.js';
import { curlExample, OUTCOMES } from './webhook-words.js';
import {
  type WebhookCallFragment,
  WebhookCallsDocument,
  type WebhookDetailFragment,
} from './webhooks.generated.js';

const t = texts.calls;

const FILTERS: readonly Filter[] = [
  {
    param: 'outcome',
    label: t.outcome,
    isMultiple: true,
    options: Object.entries(OUTCOMES).map(([value, { word }]) => ({ value, label: word })),
  },
];

const COLUMNS: readonly Column<WebhookCallFragment>[] = [
  {
    header: t.outcome,
    width: '9rem',
    cell: ({ outcome, httpStatus }) => (
      <span className="inline-flex items-center gap-2 align-bottom">
        <StatusText status={OUTCOMES[outcome].status} label={OUTCOMES[outcome].word} />
        <span className="font-normal text-muted">{httpStatus}</span>
      </span>
    ),
  },
  { header: t.result, width: 'minmax(14rem,4fr)', cell: (call) => <CallResult call={call} /> },
  {
    header: t.event,
    width: 'minmax(6rem,1fr)',
    from: 'md',
    cell: ({ eventId }) =>
      eventId ? (
        <span className="font-mono text-xs" title={eventId}>
          {eventId}
        </span>
      ) : (
        <None />
      ),
  },
  {
    header: t.body,
    width: '5rem',
    align: 'right',
    from: 'xl',
    cell: ({ bytes }) => (bytes === null ? <None /> : t.bytes(bytes)),
  },
  {
    header: t.from,
    width: '7rem',
    from: 'lg',
    cell: ({ remoteAddress }) => (
      <span className="font-mono text-xs text-muted">
        {remoteAddress?.replace(/^::ffff:/, '') ?? <None />}
      </span>
    ),
  },
  { header: t.received, width: '6rem', cell: (call) => <Time at={call.lastReceivedAt} /> },
];

/** All calls of a webhook, including refused ones, updated live. */
export function WebhookCalls({ webhook }: { webhook: WebhookDetailFragment }) {
  const [{ q, outcome }] = useUrlState();
  const filter = given({ outcome: choicesOf(outcome, OUTCOMES), eventId: q });
  const list = useLiveList(WebhookCallsDocument, {
    variables: { id: webhook.id, filter },
    connection: (data) => data.webhook?.deliveries ?? { edges: [], pageInfo: NO_PAGE },
    refetchOn: { record: ({ id }) => id === webhook.id },
  });
  return (
    <>
      <FilterBar search={t.search} filters={FILTERS} />
      <DataTable
        label={texts.detail.calls}
        list={list}
        columns={COLUMNS}
        isFiltered={Object.keys(filter).length > 0}
        empty={{
          title: t.empty,
          children: t.emptyHint,
          example: curlExample(webhook),
          exampleLabel: t.example,
        }}
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
  const times = count > 1 && <span className="text-muted">{t.times(count)}</span>;
  if (reason) {
    return (
      <Explained by={reason}>
        {reason}
        {times}
      </Explained>
    );
  }
  if (!scheduleExecutionId) return <span className="text-muted">{t.deletedRun}</span>;
  const id = <span className="font-mono text-xs">…{scheduleExecutionId.slice(-8)}</span>;
  return (
    <>
      <Link {...linkTo.run(scheduleExecutionId)} className="text-accent hover:underline">
        {outcome === 'DUPLICATE' ? t.earlierRun(id) : t.run(id)}
      </Link>
      {times}
    </>
  );
}
