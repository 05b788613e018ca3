import { useMemo, useRef } from 'react';
import { Time } from '../../../components/facts/time.js';
import { type Column, DataTable } from '../../../components/lists/data-table.js';
import { type Filter, FilterBar } from '../../../components/lists/filter-bar.js';
import { useSelection } from '../../../components/lists/use-selection.js';
import { linkTo } from '../../../lib/link-to.js';
import { choicesOf, given, type UrlState, useUrlState } from '../../../lib/url-state.js';
import { JOB_STATUSES, statusOptions } from '../../jobs/job-words.js';
import { OUTCOME_COLUMNS } from '../../jobs/outcome-columns.js';
import { paramsText } from '../../jobs/params-text.js';
import { type SelectedJob, SelectedJobs } from '../../jobs/selected-jobs.js';
import { isOpen } from '../execution-words.js';
import {
  type ExecutionJobFragment,
  ExecutionJobsDocument,
  type JobExecutionFilter,
} from '../executions.generated.js';
import { texts } from '../texts.js';
import { useJobWindow } from '../window/use-job-window.js';
import type { ExecutionDetail } from './shown-execution.js';

const t = texts.jobs;

/** All jobs of the run, by their latest attempts, in the order of the expanded values. */
export function JobsTab({ execution }: { execution: ExecutionDetail }) {
  const [url] = useUrlState();
  const selection = useSelection();
  const filter = toFilter(url);
  const list = useJobWindow<ExecutionJobFragment>(ExecutionJobsDocument, {
    executionId: execution.id,
    jobsCreated: execution.jobsCreated,
    filter,
  });
  const columns = useMemo(
    () => columnsOf(execution.targetType === 'PIPELINE', execution.params),
    [execution.targetType, execution.params],
  );
  const jobs = useSelectedJobs(list.rows, selection.ids);
  return (
    <>
      <FilterBar search={t.search} filters={filtersOf(execution, url)} />
      <DataTable
        label={texts.common.jobs}
        list={list}
        columns={columns}
        selection={selection}
        rowLabel={(job) => paramsText(job.params, execution.params) || job.jobId}
        actions={() => <SelectedJobs jobs={jobs} onDone={selection.clear} />}
        link={({ jobId }) => linkTo.job(jobId)}
        isFiltered={Object.keys(filter).length > 0}
        empty={emptyOf(execution)}
      />
    </>
  );
}

/** Why there are no jobs. A run that could not be expanded says so here, because this is the tab that opens. */
function emptyOf(execution: ExecutionDetail) {
  const { runStatus, errors } = execution;
  if (isOpen(execution)) return { title: t.emptyYet, children: t.emptyOpen };
  if (runStatus === null) return { title: t.empty, children: t.emptySkipped };
  const [error] = errors;
  if (runStatus !== 'FAILED' || !error) return { title: t.empty, children: t.emptyHint };
  return { title: t.failed, children: <span className="break-words text-red">{error.message}</span> };
}

/** The jobs of the selected attempts, including rows that are no longer loaded. */
function useSelectedJobs(rows: readonly ExecutionJobFragment[], selected: readonly string[]): SelectedJob[] {
  const known = useRef(new Map<string, SelectedJob>());
  const inSight = new Map(rows.flatMap((row) => [[row.id, row] as const]));
  known.current = new Map(
    selected.flatMap((id) => {
      const job = inSight.get(id) ?? known.current.get(id);
      return job ? [[id, { jobId: job.jobId, status: job.status }] as const] : [];
    }),
  );
  const byId = new Map([...known.current.values()].map((job) => [job.jobId, job]));
  return [...byId.values()];
}

function toFilter({ q, status, step, context }: UrlState): JobExecutionFilter {
  return given({
    search: q,
    status: choicesOf(status, JOB_STATUSES),
    pipelineStepId: step,
    contextId: context,
  });
}

function filtersOf({ jobCounts, pipeline }: ExecutionDetail, { context }: UrlState): Filter[] {
  const counts = new Map(jobCounts.map(({ status, count }) => [status as string, count]));
  const steps = pipeline?.steps.map(({ stepId }) => ({ value: stepId, label: stepId })) ?? [];
  return [
    { param: 'status', label: texts.common.status, isMultiple: true, options: statusOptions(counts) },
    ...(steps.length > 0 ? [{ param: 'step', label: t.step, options: steps }] : []),
    ...(context
      ? [
          {
            param: 'context',
            label: t.context,
            options: [{ value: context, label: `…${context.slice(-8)}` }],
          },
        ]
      : []),
  ];
}

const { status, attempt, code, duration, cause } = OUTCOME_COLUMNS;

function columnsOf(isPipeline: boolean, template: unknown): Column<ExecutionJobFragment>[] {
  return [
    {
      header: texts.common.job,
      width: 'minmax(10rem,2fr)',
      cell: ({ jobId, pipelineStepId, turn, params }) => (
        <>
          {pipelineStepId && (
            <>
              {pipelineStepId}
              {turn > 0 && <span className="font-normal text-muted"> {t.turn(turn + 1)}</span>}{' '}
            </>
          )}
          <span className={isPipeline ? 'font-normal text-muted' : undefined}>
            {paramsText(params, template) || `…${jobId.slice(-8)}`}
          </span>
        </>
      ),
    },
    status,
    attempt,
    code,
    duration,
    { header: t.started, width: '6.5rem', from: 'md', cell: ({ startedAt }) => <Time at={startedAt} /> },
    cause,
  ];
}
