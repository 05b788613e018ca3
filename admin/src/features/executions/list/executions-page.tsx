import { ChoiceFilter } from '../../../components/lists/choice-filter.js';
import { DataTable } from '../../../components/lists/data-table.js';
import { type Filter, FilterBar } from '../../../components/lists/filter-bar.js';
import { TIME_RANGE_PARAMS, TimeRangeMenu, useTimeRange } from '../../../components/lists/time-range.js';
import { useSelection } from '../../../components/lists/use-selection.js';
import { useSort } from '../../../components/lists/use-sort.js';
import { PageHeader } from '../../../components/page-header.js';
import { useLiveList } from '../../../lib/graphql/use-live-list.js';
import { linkTo } from '../../../lib/link-to.js';
import { optionsOf } from '../../../lib/options-of.js';
import { choiceOf, choicesOf, given, type UrlState, useUrlState } from '../../../lib/url-state.js';
import { nameOf } from '../execution-words.js';
import { ExecutionListDocument, type ScheduleExecutionFilter } from '../executions.generated.js';
import { texts } from '../texts.js';
import { CancelSelected } from './cancel-selected.js';
import { EXECUTION_COLUMNS } from './execution-columns.js';

const t = texts.list;

const FILTERS: readonly Filter[] = [
  { param: 'status', label: texts.common.status, isMultiple: true, options: optionsOf(texts.statuses) },
  {
    param: 'delivery',
    label: texts.common.firstAttempts,
    isMultiple: true,
    options: optionsOf(texts.accepted),
  },
  { param: 'trigger', label: texts.common.trigger, isMultiple: true, options: optionsOf(texts.triggers) },
  { param: 'target', label: t.target, options: optionsOf(t.targets) },
];

const CLEARS = [...TIME_RANGE_PARAMS, 'schedule', 'agent', 'pipeline', 'reason'];

/** `/executions`: all runs and skipped slots, with reasons. */
export function ExecutionsPage() {
  const [url] = useUrlState();
  const sort = useSort(['CREATED_AT'], { field: 'CREATED_AT', direction: 'DESC' });
  const selection = useSelection();
  const filter = toFilter(url, useTimeRange());
  const isFiltered = Object.keys(filter).length > 0;
  const list = useLiveList(ExecutionListDocument, {
    variables: { filter, orderBy: sort.orderBy },
    connection: (data) => data.scheduleExecutions,
    // Counters are patched. A new status may no longer match the filter, and changes the reason.
    refetchOn: {
      execution: ({ isNew, isGone, status, previousStatus }) => isNew || isGone || status !== previousStatus,
    },
  });
  return (
    <>
      <PageHeader title={texts.common.runs} />
      <FilterBar search={t.search} filters={FILTERS} clears={CLEARS}>
        <ChoiceFilter param="schedule" />
        <TimeRangeMenu />
      </FilterBar>
      <DataTable
        label={texts.common.runs}
        list={list}
        columns={EXECUTION_COLUMNS}
        sort={sort}
        selection={selection}
        rowLabel={nameOf}
        actions={(ids) => <CancelSelected ids={ids} onDone={selection.clear} />}
        link={({ id }) => linkTo.run(id)}
        empty={
          isFiltered
            ? { title: t.noMatch, children: t.noMatchHint }
            : { title: t.empty, children: t.emptyHint, example: EXAMPLE }
        }
      />
    </>
  );
}

function toFilter(
  { q, status, delivery, trigger, target, schedule, agent, pipeline, reason }: UrlState,
  range: { from?: string; to?: string },
): ScheduleExecutionFilter {
  return given({
    ...range,
    search: q,
    runStatus: choicesOf(status, texts.statuses),
    status: choicesOf(delivery, texts.accepted),
    trigger: choicesOf(trigger, texts.triggers),
    targetType: choiceOf(target, t.targets),
    scheduleId: schedule,
    agentId: agent,
    pipelineId: pipeline,
    reasonCode: choicesOf(reason, texts.reasons),
  });
}

const EXAMPLE = `mutation {
  triggerAgent(agentId: "hello", params: { name: "world" }) {
    __typename
    ... on Error { message }
    ... on ScheduleExecution { id }
  }
}`;
