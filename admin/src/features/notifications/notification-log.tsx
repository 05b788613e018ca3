import { Button } from '../../components/button.js';
import { None } from '../../components/facts/none.js';
import { StatusText } from '../../components/facts/status-badge.js';
import { Time } from '../../components/facts/time.js';
import { type Column, DataTable } from '../../components/lists/data-table.js';
import { type Filter, FilterBar } from '../../components/lists/filter-bar.js';
import { TIME_RANGE_PARAMS, TimeRangeMenu, useTimeRange } from '../../components/lists/time-range.js';
import { Explained } from '../../components/tooltip.js';
import { Plus } from '../../icons/lucide.js';
import { useLiveList } from '../../lib/graphql/use-live-list.js';
import { useLiveQuery } from '../../lib/graphql/use-live-query.js';
import { linkTo } from '../../lib/link-to.js';
import { optionsOf } from '../../lib/options-of.js';
import { choicesOf, given, useUrlState } from '../../lib/url-state.js';
import { SENDING, STATUSES } from './notification-words.js';
import {
  NotificationChannelsDocument,
  NotificationListDocument,
  type NotificationRowFragment,
} from './notifications.generated.js';
import { texts } from './texts.js';

const t = texts.log;

const FILTERS: readonly Filter[] = [
  { param: 'kind', label: texts.common.kind, isMultiple: true, options: optionsOf(texts.kinds) },
  {
    param: 'status',
    label: t.status,
    isMultiple: true,
    options: Object.entries(STATUSES).map(([value, { word }]) => ({ value, label: word })),
  },
];

const COLUMNS: readonly Column<NotificationRowFragment>[] = [
  {
    header: texts.common.notification,
    width: 'minmax(14rem,3fr)',
    cell: ({ title, message, count }) => (
      <>
        {title}
        {count > 1 && <span className="text-amber"> ×{count.toLocaleString('en')}</span>}
        {message && <span className="ml-2 font-normal text-muted">{message}</span>}
      </>
    ),
  },
  { header: texts.common.kind, width: '9rem', from: 'lg', cell: ({ kind }) => texts.kinds[kind] },
  {
    header: t.status,
    width: '7rem',
    cell: ({ status }) => (
      <Explained by={STATUSES[status].means}>
        <StatusText status={STATUSES[status].status} label={STATUSES[status].word} />
      </Explained>
    ),
  },
  {
    header: texts.common.channels,
    width: 'minmax(12rem,2fr)',
    from: 'md',
    cell: ({ deliveries }) => <Channels deliveries={deliveries} />,
  },
  // The order of the list is that of the first occurrences.
  { header: texts.common.first, width: '7rem', cell: ({ firstAt }) => <Time at={firstAt} /> },
  {
    header: texts.common.last,
    width: '7rem',
    from: 'lg',
    cell: ({ count, lastAt }) => (count > 1 ? <Time at={lastAt} /> : <None />),
  },
];

/** More channels are counted: their names would be cut off. */
const MOST_CHANNELS = 2;

/**
 * The channels by the result of their deliveries, with those that have not received it first. The explanation names
 * all of them.
 */
function Channels({ deliveries }: Pick<NotificationRowFragment, 'deliveries'>) {
  if (deliveries.length === 0) return <None />;
  const sorted = [...deliveries].sort((a, b) => Number(a.status === 'SENT') - Number(b.status === 'SENT'));
  const shown = sorted.slice(0, MOST_CHANNELS);
  const statuses = [...new Set(shown.map(({ status }) => status))];
  return (
    <Explained
      by={sorted.map(({ channel, status }) => t.delivery(channel, SENDING[status].word)).join(', ')}
      className="flex min-w-0 gap-3"
    >
      {statuses.map((status) => {
        const names = shown.flatMap((each) => (each.status === status ? each.channel : [])).join(', ');
        return (
          <StatusText
            key={status}
            className="min-w-0"
            status={SENDING[status].status}
            label={status === 'SENT' ? names : t.delivery(names, SENDING[status].word)}
          />
        );
      })}
      {sorted.length > shown.length && (
        <span className="text-muted">{t.moreChannels(sorted.length - shown.length)}</span>
      )}
    </Explained>
  );
}

/** Without a channel, nobody is notified. */
function AddFirstChannel({ onAdd }: { onAdd: () => void }) {
  const { data } = useLiveQuery(NotificationChannelsDocument, {
    refetchOn: { record: ({ recordKind }) => recordKind === 'NOTIFICATION' },
  });
  // Channels that are enabled in the settings are listed before they are set up.
  if (!data || data.notificationChannels.some(({ configured }) => configured)) return null;
  return (
    <Button requires="ADMIN" icon={Plus} onClick={onAdd}>
      {texts.common.addChannel}
    </Button>
  );
}

/** The notifications, newest first. */
export function NotificationLog({ onAdd }: { onAdd: () => void }) {
  const [{ kind, status }] = useUrlState();
  const filter = {
    ...useTimeRange(),
    ...given({ kind: choicesOf(kind, texts.kinds), status: choicesOf(status, STATUSES) }),
  };
  const list = useLiveList(NotificationListDocument, {
    variables: { filter },
    connection: (data) => data.notifications,
    refetchOn: { record: ({ recordKind }) => recordKind === 'NOTIFICATION' },
  });
  return (
    <>
      <FilterBar filters={FILTERS} clears={TIME_RANGE_PARAMS}>
        <TimeRangeMenu />
      </FilterBar>
      <DataTable
        label={texts.common.notifications}
        list={list}
        columns={COLUMNS}
        link={({ id }) => linkTo.notification(id)}
        isFiltered={Object.keys(filter).length > 0}
        empty={{ title: t.empty, children: t.emptyHint, action: <AddFirstChannel onAdd={onAdd} /> }}
      />
    </>
  );
}
