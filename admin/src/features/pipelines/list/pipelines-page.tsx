import { useRef } from 'react';
import { ActionButton, useCreateAction } from '../../../components/entity-actions.js';
import { ManagedByMark } from '../../../components/facts/managed-by.js';
import { None } from '../../../components/facts/none.js';
import { RunJobs, RunOutcome } from '../../../components/facts/run-outcome.js';
import { StatusText } from '../../../components/facts/status-badge.js';
import { Time } from '../../../components/facts/time.js';
import { ChoiceFilter } from '../../../components/lists/choice-filter.js';
import { type Column, DataTable } from '../../../components/lists/data-table.js';
import { type Filter, FilterBar } from '../../../components/lists/filter-bar.js';
import { useSort } from '../../../components/lists/use-sort.js';
import { PageHeader } from '../../../components/page-header.js';
import { useLiveList } from '../../../lib/graphql/use-live-list.js';
import { linkTo } from '../../../lib/link-to.js';
import { optionsOf } from '../../../lib/options-of.js';
import { choiceOf, given, useUrlState } from '../../../lib/url-state.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/list.js';
import { PipelineListDocument, type PipelineRowFragment } from './pipeline-list.generated.js';

const STATES = { enabled: common.enabled, disabled: texts.disabled };

/** `/scheduler/pipelines`: all pipelines with their last runs. */
export function PipelinesPage() {
  const [{ q, state, agent }] = useUrlState();
  const sort = useSort(['NAME', 'CREATED_AT'], { field: 'NAME', direction: 'ASC' });
  const chosen = choiceOf(state, STATES);
  const filter = given({ search: q, enabled: chosen && chosen === 'enabled', agentId: agent });
  const shown = useRef<ReadonlySet<string>>(new Set());
  const list = useLiveList(PipelineListDocument, {
    variables: { filter, orderBy: sort.orderBy },
    connection: (data) => data.pipelines,
    refetchOn: {
      record: ({ recordKind }) => recordKind === 'PIPELINE',
      // Known runs are patched; new ones are read.
      execution: ({ isNew, entity }) => isNew && shown.current.has(entity?.pipelineId ?? ''),
      schedule: 'list',
    },
  });
  shown.current = new Set(list.rows.map(({ id }) => id));

  const create = useCreateAction(common.pipelines, common.createPipeline, { to: '/scheduler/pipelines/new' });
  return (
    <>
      <PageHeader title={common.pipelines} actions={<ActionButton action={create} variant="primary" />} />
      <FilterBar search={texts.search} filters={FILTERS} clears={['agent']}>
        <ChoiceFilter param="agent" />
      </FilterBar>
      <DataTable
        label={common.pipelines}
        list={list}
        columns={COLUMNS}
        sort={sort}
        rowLabel={({ name }) => name}
        link={({ id }) => linkTo.pipeline(id)}
        isFiltered={Object.keys(filter).length > 0}
        empty={{
          title: texts.empty,
          children: texts.emptyHint,
          example: EXAMPLE,
          action: <ActionButton action={create} variant="primary" />,
        }}
      />
    </>
  );
}

const FILTERS: readonly Filter[] = [{ param: 'state', label: common.status, options: optionsOf(STATES) }];

const COLUMNS: readonly Column<PipelineRowFragment>[] = [
  {
    header: common.pipeline,
    width: 'minmax(12rem,3fr)',
    sortField: 'NAME',
    cell: ({ name, description, managedBy }) => (
      <>
        <span title={description ?? undefined}>{name}</span>
        <ManagedByMark value={managedBy} />
      </>
    ),
  },
  {
    header: common.steps,
    width: 'minmax(8rem,2fr)',
    cell: ({ steps }) => (
      <span title={steps.map(({ stepId, agentId }) => `${stepId}: ${agentId}`).join('\n')}>
        {steps.length} <span className="text-muted">{steps.map(({ stepId }) => stepId).join(', ')}</span>
      </span>
    ),
  },
  {
    header: common.status,
    width: '5.5rem',
    cell: ({ enabled }) =>
      enabled ? <span className="text-muted">{common.enabled}</span> : <StatusText status="disabled" />,
  },
  {
    header: texts.schedules,
    width: '5.5rem',
    align: 'right',
    cell: ({ scheduleCount }) => (
      <span className={scheduleCount === 0 ? 'text-muted' : undefined}>
        {scheduleCount.toLocaleString('en')}
      </span>
    ),
  },
  {
    header: common.lastRun,
    width: '7rem',
    cell: ({ lastExecution }) =>
      lastExecution ? (
        <RunOutcome execution={lastExecution} />
      ) : (
        <span className="text-muted">{common.never}</span>
      ),
  },
  {
    header: common.jobs,
    width: 'minmax(8.5rem,10rem)',
    from: 'lg',
    cell: ({ lastExecution }) => (lastExecution ? <RunJobs execution={lastExecution} /> : <None />),
  },
  {
    header: common.started,
    width: '6rem',
    from: 'md',
    cell: ({ lastExecution }) => <Time at={lastExecution?.executionTime} />,
  },
];

const EXAMPLE = `mutation {
  createPipeline(input: {
    name: "Newsletter"
    steps: [
      { stepId: "collect", agentId: "hello", parallel: true }
      { stepId: "write", agentId: "hello", dependsOn: ["collect"], parallel: true }
    ]
  }) {
    __typename
    ... on ValidationError { issues { path message } }
    ... on Pipeline { id }
  }
}`;
