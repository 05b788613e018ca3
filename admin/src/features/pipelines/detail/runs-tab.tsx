import { type Column, DataTable } from '../../../components/data-table.js';
import { ActionButton } from '../../../components/entity-actions.js';
import { type Filter, FilterBar } from '../../../components/filter-bar.js';
import { RunJobs, RunOutcome } from '../../../components/run-outcome.js';
import { EmptyState } from '../../../components/states.js';
import { Duration, Elapsed, Time } from '../../../components/time.js';
import { useUrlState } from '../../../lib/url-state.js';
import { useLiveList } from '../../../lib/use-live-list.js';
import {
  type ExecutionTrigger,
  PipelineDetailRunsDocument,
  type PipelineDetailRunFragment as Run,
  type RunStatus,
  type ScheduleExecutionFilter,
} from './pipeline-detail.generated.js';
import type { PipelinePartProps } from './pipeline-header.js';

const FILTERS: readonly Filter[] = [
  {
    param: 'status',
    label: 'Status',
    options: [
      { value: 'SUCCEEDED', label: 'Succeeded' },
      { value: 'PARTIAL', label: 'Partial' },
      { value: 'FAILED', label: 'Failed' },
      { value: 'RUNNING', label: 'Running' },
      { value: 'PENDING', label: 'Queued' },
      { value: 'CANCELLED', label: 'Cancelled' },
      { value: 'SKIPPED', label: 'Skipped' },
    ],
  },
];

const TRIGGERS: Readonly<Record<ExecutionTrigger, string>> = {
  SCHEDULE: 'Schedule',
  MANUAL: 'Manual',
  WEBHOOK: 'Webhook',
  BACKFILL: 'Backfill',
};

/** Its executions, the newest first, whatever began them. */
export function RunsTab({ pipeline: { id }, actions }: PipelinePartProps) {
  const [{ status }] = useUrlState();
  const filter: ScheduleExecutionFilter = {
    pipelineId: id,
    ...(status &&
      (status === 'SKIPPED' ? { deliveryStatus: ['SKIPPED'] } : { runStatus: [status as RunStatus] })),
  };
  const list = useLiveList(PipelineDetailRunsDocument, {
    variables: { filter },
    connection: (data) => data.scheduleExecutions,
    refetchOn: {
      execution: ({ isNew, entity }) =>
        (entity as { pipelineId?: string | null } | null)?.pipelineId === id &&
        (isNew || status !== undefined),
    },
  });
  return (
    <>
      <FilterBar filters={FILTERS} />
      <DataTable
        label="Runs"
        list={list}
        columns={COLUMNS}
        rowLabel={({ why }) => why}
        link={({ id: executionId }) => ({ to: '/executions/$executionId', params: { executionId } })}
        empty={
          status ? (
            <EmptyState title="No runs match the filter" />
          ) : (
            <EmptyState title="No runs yet" action={<ActionButton action={actions.trigger} />}>
              Trigger the pipeline now, or create a schedule for it.
            </EmptyState>
          )
        }
      />
    </>
  );
}

const COLUMNS: readonly Column<Run>[] = [
  {
    id: 'began',
    header: 'Started',
    width: 'minmax(11.5rem,1.2fr)',
    cell: ({ slotAt, executionTime, schedule }) => (
      <Time at={slotAt ?? executionTime} zone={schedule?.timezone} show="absolute" />
    ),
  },
  { id: 'status', header: 'Status', width: '7.5rem', cell: (row) => <RunOutcome execution={row} /> },
  {
    id: 'by',
    header: 'Trigger',
    width: 'minmax(8rem,1.5fr)',
    cell: ({ schedule, trigger, why }) => (
      <span title={why}>
        {schedule?.name ?? TRIGGERS[trigger]}
        {schedule && trigger !== 'SCHEDULE' && (
          <span className="text-muted"> · {TRIGGERS[trigger].toLowerCase()}</span>
        )}
      </span>
    ),
  },
  { id: 'jobs', header: 'Jobs', width: 'minmax(7rem,1fr)', cell: (row) => <RunJobs execution={row} /> },
  { id: 'took', header: 'Duration', width: '6rem', align: 'right', cell: (row) => <Took row={row} /> },
];

function Took({ row: { status, runStatus, executionTime, completedAt } }: { row: Run }) {
  if (status === 'SKIPPED') return <span className="text-muted">–</span>;
  if (completedAt)
    return <Duration ms={new Date(completedAt).getTime() - new Date(executionTime).getTime()} />;
  return runStatus === 'RUNNING' ? <Elapsed since={executionTime} /> : <span className="text-muted">–</span>;
}
