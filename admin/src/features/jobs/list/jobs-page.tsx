import { ChoiceFilter } from '../../../components/lists/choice-filter.js';
import { DataTable } from '../../../components/lists/data-table.js';
import { type Filter, FilterBar } from '../../../components/lists/filter-bar.js';
import { TIME_RANGE_PARAMS, TimeRangeMenu, useTimeRange } from '../../../components/lists/time-range.js';
import { useSelection } from '../../../components/lists/use-selection.js';
import { useSort } from '../../../components/lists/use-sort.js';
import { PageHeader } from '../../../components/page-header.js';
import { useLiveJobs } from '../../../lib/graphql/live.js';
import { useLiveList } from '../../../lib/graphql/use-live-list.js';
import { linkTo } from '../../../lib/link-to.js';
import { choiceOf, choicesOf, given, type UrlState, useUrlState } from '../../../lib/url-state.js';
import { JOB_STATUSES, statusOptions } from '../job-words.js';
import { type JobExecutionFilter, JobListDocument } from '../jobs.generated.js';
import { type SelectedJob, SelectedJobs } from '../selected-jobs.js';
import { texts } from '../texts.js';
import { JOB_COLUMNS, nameOf } from './job-columns.js';

const t = texts.list;

const FILTERS: readonly Filter[] = [
  { param: 'status', label: texts.common.status, isMultiple: true, options: statusOptions() },
  { param: 'attempts', label: texts.common.attempts, options: [{ value: 'all', label: t.allAttempts }] },
];

const CLEARS = [...TIME_RANGE_PARAMS, 'agent', 'schedule', 'pipeline', 'step'];

/** `/jobs`: the jobs of all runs. */
export function JobsPage() {
  const [url] = useUrlState();
  const sort = useSort(['CREATED_AT'], { field: 'CREATED_AT', direction: 'DESC' });
  const selection = useSelection();
  const scope = scopeOf(url);
  const filter: JobExecutionFilter = { ...scope, ...narrowOf(url), ...useTimeRange() };
  const isFiltered = Object.keys(filter).length > 0;
  // Subscribes to all jobs in scope, because events show whether a job still has the selected status.
  useLiveJobs(scope);
  const list = useLiveList(JobListDocument, {
    variables: { filter, orderBy: sort.orderBy },
    connection: (data) => data.jobExecutions,
    refetchOn: {
      job: ({ isNew, status, previousStatus }) => isNew || status !== previousStatus,
      // An expansion emits one event of its run, and none for each job.
      execution: ({ status, previousStatus }) => status !== previousStatus,
    },
  });
  const jobs = (ids: readonly string[]) => {
    const chosen = new Set(ids);
    const byId = new Map<string, SelectedJob>();
    for (const { id, jobId, isLatest, status } of list.rows) {
      if (!chosen.has(id)) continue;
      byId.set(jobId, { jobId, status: isLatest ? status : byId.get(jobId)?.status });
    }
    return [...byId.values()];
  };
  return (
    <>
      <PageHeader title={texts.common.jobs} />
      <FilterBar search={t.search} filters={FILTERS} clears={CLEARS}>
        <ChoiceFilter param="agent" />
        <TimeRangeMenu />
      </FilterBar>
      <DataTable
        label={texts.common.jobs}
        list={list}
        columns={JOB_COLUMNS}
        sort={sort}
        selection={selection}
        rowLabel={nameOf}
        actions={(ids) => <SelectedJobs jobs={jobs(ids)} onDone={selection.clear} />}
        link={({ id, jobId, isLatest }) => ({
          ...linkTo.job(jobId),
          search: isLatest ? {} : { attempt: id },
        })}
        empty={
          isFiltered
            ? { title: t.noMatch, children: t.noMatchHint }
            : { title: t.empty, children: t.emptyHint, example: EXAMPLE }
        }
      />
    </>
  );
}

/** Filter conditions that never change for a job. */
function scopeOf({ agent, schedule, pipeline, step }: UrlState): JobExecutionFilter {
  return given({ agentId: agent, scheduleId: schedule, pipelineId: pipeline, pipelineStepId: step });
}

function narrowOf({ q, status, attempts }: UrlState): JobExecutionFilter {
  return given({
    search: q,
    status: choicesOf(status, JOB_STATUSES),
    latestAttempt: choiceOf(attempts, ['all']) && false,
  });
}

const EXAMPLE = `mutation {
  triggerAgent(agentId: "hello", params: { name: "world" }) {
    __typename
    ... on Error { message }
    ... on ScheduleExecution { id jobs { edges { node { jobId status } } } }
  }
}`;
