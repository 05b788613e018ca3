import { useMemo, useRef } from 'react';
import { Button } from '../../../components/button.js';
import { ActionButton, useCreateAction } from '../../../components/entity-actions.js';
import { ChoiceFilter } from '../../../components/lists/choice-filter.js';
import { DataTable } from '../../../components/lists/data-table.js';
import { type Filter, FilterBar } from '../../../components/lists/filter-bar.js';
import { useSelection } from '../../../components/lists/use-selection.js';
import type { Sort } from '../../../components/lists/use-sort.js';
import { useSort } from '../../../components/lists/use-sort.js';
import { Menu, MenuItem } from '../../../components/menu.js';
import { PageHeader } from '../../../components/page-header.js';
import { ArrowDownUp } from '../../../icons/lucide.js';
import { useLiveList } from '../../../lib/graphql/use-live-list.js';
import { useLiveQuery } from '../../../lib/graphql/use-live-query.js';
import { linkTo } from '../../../lib/link-to.js';
import { optionsOf } from '../../../lib/options-of.js';
import { choiceOf, given, type UrlState, useUrlState } from '../../../lib/url-state.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/list.js';
import { BulkActions } from './bulk-actions.js';
import { scheduleColumns } from './schedule-columns.js';
import {
  type ScheduleFilter,
  ScheduleListContextDocument,
  ScheduleListDocument,
} from './schedule-list.generated.js';

const t = texts.page;

const STATES: Readonly<Record<keyof typeof t.states, ScheduleFilter>> = {
  enabled: { enabled: true },
  disabled: { enabled: false },
  paused: { paused: true },
  flagged: { flagged: true },
};

const TARGET_TYPES = ['AGENT', 'PIPELINE'] as const;

/** `/scheduler/schedules`: all schedules with their timing and outcomes. */
export function SchedulesPage() {
  const [url] = useUrlState();
  const selection = useSelection();
  const sort = useSort(['NAME', 'NEXT_RUN_AT', 'LAST_RUN_AT', 'CREATED_AT'], {
    field: 'NAME',
    direction: 'ASC',
  });
  const filter = toFilter(url);
  const isFiltered = Object.keys(filter).length > 0;
  const context = useLiveQuery(ScheduleListContextDocument);
  const shown = useRef<ReadonlySet<string>>(new Set());
  const list = useLiveList(ScheduleListDocument, {
    variables: { filter, orderBy: sort.orderBy },
    connection: (data) => data.schedules,
    refetchOn: {
      // A patch shows the change, but not whether the schedule still matches the filter, or its
      // position in the order.
      schedule: isFiltered || sort.field !== 'NAME' ? 'any' : 'list',
      execution: ({ scheduleId, previousStatus, status }) =>
        shown.current.has(scheduleId ?? '') && status !== previousStatus,
    },
  });
  shown.current = new Set(list.rows.map(({ id }) => id));

  const defaultZone = context.data?.schedulerConfig.scheduler.timezone;
  const columns = useMemo(() => scheduleColumns(defaultZone), [defaultZone]);
  const create = useCreateAction(common.schedules, common.create, { to: '/scheduler/schedules/new' });

  return (
    <>
      <PageHeader title={common.schedules} actions={<ActionButton action={create} variant="primary" />} />
      {context.data?.schedulerConfig.scheduler.enabled === false && (
        <p role="status" className="border-b bg-amber-soft px-4 py-2 text-amber md:px-6">
          {t.schedulerDisabled}
        </p>
      )}
      <FilterBar search={t.search} filters={FILTERS} clears={['agent', 'pipeline']}>
        <ChoiceFilter param="agent" />
        <ChoiceFilter param="pipeline" />
        <SortMenu sort={sort} />
      </FilterBar>
      <DataTable
        label={common.schedules}
        list={list}
        columns={columns}
        sort={sort}
        rowHeight={50}
        selection={selection}
        rowLabel={({ name }) => name}
        actions={(ids) => (
          <BulkActions
            ids={ids}
            rows={new Map(list.rows.map((row) => [row.id, row]))}
            matching={list.hasMore ? { filter, count: list.totalCount ?? 0 } : undefined}
            areAllShownSelected={list.rows.every(({ id }) => selection.has(id))}
            onDone={selection.clear}
          />
        )}
        link={({ id }) => linkTo.schedule(id)}
        isFiltered={isFiltered}
        empty={{
          title: t.emptyTitle,
          children: t.empty,
          example: EXAMPLE,
          action: <ActionButton action={create} variant="primary" />,
        }}
      />
    </>
  );
}

function toFilter({ q, state, target, agent, pipeline }: UrlState): ScheduleFilter {
  const chosen = choiceOf(state, STATES);
  return {
    ...(chosen && STATES[chosen]),
    ...given({ search: q, targetType: choiceOf(target, TARGET_TYPES), agentId: agent, pipelineId: pipeline }),
  };
}

const FILTERS: readonly Filter[] = [
  { param: 'state', label: common.status, options: optionsOf(t.states) },
  { param: 'target', label: common.target, options: optionsOf(t.targets) },
];

const EXAMPLE = `mutation {
  createSchedule(input: {
    name: "Hello every day"
    repeat: REPEATING
    cronExpression: "0 8 * * *"
    agentId: "hello"
    params: { name: "world" }
  }) {
    __typename
    ... on Error { message }
    ... on Schedule { id nextRunAt }
  }
}`;

const FIELDS = [
  { field: 'NAME', label: common.name },
  { field: 'NEXT_RUN_AT', label: common.nextRun },
  { field: 'LAST_RUN_AT', label: common.lastRun },
  { field: 'CREATED_AT', label: common.created },
] as const;

/** Sorting for screens without room for all headers. Choosing the same field again reverses the order. */
function SortMenu({ sort }: { sort: Sort }) {
  const chosen = FIELDS.find(({ field }) => field === sort.field)?.label.toLowerCase();
  return (
    <Menu
      trigger={
        <Button className="font-normal" icon={ArrowDownUp}>
          <span className="text-muted">{t.sortedBy}</span> {chosen}
        </Button>
      }
    >
      {FIELDS.map(({ field, label }) => (
        <MenuItem key={field} isChecked={field === sort.field} onSelect={() => sort.by(field)}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}
