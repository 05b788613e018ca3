import { ActionButton } from '../../../components/entity-actions.js';
import { RunJobs, RunOutcome } from '../../../components/facts/run-outcome.js';
import { Time } from '../../../components/facts/time.js';
import { type Column, DataTable } from '../../../components/lists/data-table.js';
import { FilterBar } from '../../../components/lists/filter-bar.js';
import { useLiveList } from '../../../lib/graphql/use-live-list.js';
import { linkTo } from '../../../lib/link-to.js';
import { useUrlState } from '../../../lib/url-state.js';
import { OUTCOME_FILTER, outcomeOf, TRIGGER_WORDS } from '../../executions/execution-words.js';
import { Took } from '../../executions/list/execution-columns.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/detail.js';
import {
  PipelineDetailRunsDocument,
  type PipelineDetailRunFragment as Run,
} from './pipeline-detail.generated.js';
import type { PipelinePartProps } from './pipeline-header.js';

const t = texts.runs;

const FILTERS = [OUTCOME_FILTER];

/** The runs of the pipeline, newest first, whatever started them. */
export function RunsTab({ pipeline: { id }, actions }: PipelinePartProps) {
  const [{ status }] = useUrlState();
  const outcome = outcomeOf(status);
  const isFiltered = Object.keys(outcome).length > 0;
  const list = useLiveList(PipelineDetailRunsDocument, {
    variables: { filter: { pipelineId: id, ...outcome } },
    connection: (data) => data.scheduleExecutions,
    refetchOn: { execution: ({ isNew, entity }) => entity?.pipelineId === id && (isNew || isFiltered) },
  });
  return (
    <>
      <FilterBar filters={FILTERS} />
      <DataTable
        label={t.title}
        list={list}
        columns={COLUMNS}
        rowLabel={({ why }) => why}
        link={({ id: executionId }) => linkTo.run(executionId)}
        isFiltered={isFiltered}
        empty={{ title: t.empty, children: t.emptyHint, action: <ActionButton action={actions.trigger} /> }}
      />
    </>
  );
}

const COLUMNS: readonly Column<Run>[] = [
  {
    header: common.started,
    width: 'minmax(11.5rem,1.2fr)',
    // Runs of several schedules, and runs without one: all in the zone of the viewer.
    cell: ({ slotAt, executionTime }) => <Time at={slotAt ?? executionTime} show="absolute" />,
  },
  { header: common.status, width: '7.5rem', cell: (row) => <RunOutcome execution={row} /> },
  {
    header: t.trigger,
    width: 'minmax(8rem,1.5fr)',
    cell: ({ schedule, trigger, why }) => (
      <span title={why}>
        {schedule?.name ?? TRIGGER_WORDS[trigger]}
        {schedule && trigger !== 'SCHEDULE' && (
          <span className="text-muted"> · {TRIGGER_WORDS[trigger].toLowerCase()}</span>
        )}
      </span>
    ),
  },
  { header: common.jobs, width: 'minmax(7rem,1fr)', cell: (row) => <RunJobs execution={row} /> },
  { header: common.duration, width: '6rem', align: 'right', cell: (row) => <Took {...row} /> },
];
