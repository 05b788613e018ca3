import { ActionButton } from '../../../components/entity-actions.js';
import { RunJobs, RunOutcome } from '../../../components/facts/run-outcome.js';
import { Time } from '../../../components/facts/time.js';
import { type Column, DataTable } from '../../../components/lists/data-table.js';
import { type Filter, FilterBar } from '../../../components/lists/filter-bar.js';
import { sourceLabel } from '../../../lib/decision.js';
import { useLiveList } from '../../../lib/graphql/use-live-list.js';
import { linkTo } from '../../../lib/link-to.js';
import { optionsOf } from '../../../lib/options-of.js';
import { formatDuration, formatInstant } from '../../../lib/text/time.js';
import { choicesOf, given, type UrlState, useUrlState } from '../../../lib/url-state.js';
import { OUTCOME_FILTER, outcomeOf, TRIGGER_WORDS } from '../../executions/execution-words.js';
import { Took } from '../../executions/list/execution-columns.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/detail.js';
import {
  type ScheduleDetailExecutionFragment as Row,
  ScheduleDetailHistoryDocument,
  type ScheduleExecutionFilter,
} from './schedule-detail.generated.js';
import type { ShownSchedule } from './shown-schedule.js';
import type { ScheduleActions } from './use-schedule-actions.js';

const t = texts.history;

const SKIPPED = 'SKIPPED';

const FILTERS: readonly Filter[] = [
  OUTCOME_FILTER,
  { param: 'reason', label: common.reason, isMultiple: true, options: optionsOf(t.reasons) },
  { param: 'trigger', label: t.trigger, isMultiple: true, options: optionsOf(TRIGGER_WORDS) },
];

/** All slots of the schedule, including skipped ones, and their outcomes. */
export function HistoryTab({
  schedule: { id, zone },
  actions,
}: {
  schedule: ShownSchedule;
  actions: ScheduleActions;
}) {
  const [url] = useUrlState();
  const filter = toFilter(url);
  const isFiltered = Object.keys(filter).length > 0;
  const list = useLiveList(ScheduleDetailHistoryDocument, {
    variables: { filter: { scheduleId: id, ...filter } },
    connection: (data) => data.scheduleExecutions,
    refetchOn: { execution: ({ scheduleId, isNew }) => scheduleId === id && (isFiltered || isNew) },
  });
  return (
    <>
      <FilterBar filters={FILTERS} />
      <DataTable
        label={common.history}
        list={list}
        columns={columnsOf(zone)}
        rowLabel={(row) => row.why}
        link={(row) => linkTo.run(row.id)}
        empty={
          isFiltered
            ? { title: t.noneMatch }
            : { title: t.emptyTitle, children: t.empty, action: <ActionButton action={actions.trigger} /> }
        }
      />
    </>
  );
}

function toFilter({ status, reason, trigger, backfill }: UrlState): ScheduleExecutionFilter {
  return {
    ...outcomeOf(status),
    ...given({
      backfillId: backfill,
      reasonCode: choicesOf(reason, t.reasons),
      trigger: choicesOf(trigger, TRIGGER_WORDS),
    }),
  };
}

function columnsOf(zone: string): readonly Column<Row>[] {
  return [
    { header: t.slot, width: 'minmax(13rem,16rem)', cell: (row) => <Slot row={row} zone={zone} /> },
    { header: common.status, width: '6.5rem', cell: (row) => <RunOutcome execution={row} /> },
    { header: common.reason, width: 'minmax(8rem,1fr)', cell: (row) => <Why row={row} /> },
    { header: t.jobs, width: '8.5rem', cell: (row) => <RunJobs execution={row} /> },
    // Goes first where there is little room: the reason matters more.
    { header: t.duration, width: '5.5rem', from: 'lg', align: 'right', cell: (row) => <Took {...row} /> },
  ];
}

/** A record of several missed slots has a first and a last one. */
function Slot({ row: { slotAt, lastSlotAt, createdAt, missedCount }, zone }: { row: Row; zone: string }) {
  return (
    <>
      <Time at={slotAt ?? createdAt} zone={zone} show="absolute" />
      {missedCount > 1 && lastSlotAt && (
        <span className="text-muted" title={t.to(formatInstant(new Date(lastSlotAt), zone))}>
          {' '}
          ×{missedCount.toLocaleString('en')}
        </span>
      )}
    </>
  );
}

/** A claim within this time is punctual. */
const PUNCTUAL_MS = 1_000;

/** A short form of `why`, with the full text as its tooltip. */
function Why({ row }: { row: Row }) {
  const { status, trigger, source, reason, slotAt, executionTime } = row;
  if (status === SKIPPED)
    return <span title={row.why}>{reason && (t.reasons[reason]?.words ?? t.skipped)}</span>;
  const isByTime = trigger === 'SCHEDULE';
  const late = isByTime && slotAt ? new Date(executionTime).getTime() - new Date(slotAt).getTime() : 0;
  const parts = [
    isByTime && source ? sourceLabel(source) : TRIGGER_WORDS[trigger],
    late > PUNCTUAL_MS && t.late(formatDuration(late)),
    reason === 'WAITING' && t.waiting,
    reason === 'REPLACED' && t.replaced,
  ];
  return (
    <span className="text-muted" title={row.why}>
      {parts.filter(Boolean).join(' · ')}
    </span>
  );
}
