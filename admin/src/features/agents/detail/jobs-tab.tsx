import { useRef } from 'react';
import { None } from '../../../components/facts/none.js';
import { Time } from '../../../components/facts/time.js';
import { type Column, DataTable } from '../../../components/lists/data-table.js';
import { type Filter, FilterBar } from '../../../components/lists/filter-bar.js';
import { TextLink } from '../../../components/text-link.js';
import { useLiveList } from '../../../lib/graphql/use-live-list.js';
import { linkTo } from '../../../lib/link-to.js';
import { choicesOf, given, useUrlState } from '../../../lib/url-state.js';
import { JOB_STATUSES, statusOptions } from '../../jobs/job-words.js';
import { ownOf } from '../../jobs/list/job-columns.js';
import { OUTCOME_COLUMNS } from '../../jobs/outcome-columns.js';
import { texts } from '../texts/detail.js';
import { type AgentJobFragment, AgentJobsDocument } from './agent-detail.generated.js';

const t = texts.jobs;

const FILTERS: readonly Filter[] = [
  { param: 'status', label: texts.common.status, isMultiple: true, options: statusOptions() },
];

const COLUMNS: readonly Column<AgentJobFragment>[] = [
  { header: t.job, width: 'minmax(8rem,2fr)', cell: ownOf },
  OUTCOME_COLUMNS.status,
  { ...OUTCOME_COLUMNS.cause, width: 'minmax(10rem,3fr)' },
  OUTCOME_COLUMNS.code,
  OUTCOME_COLUMNS.duration,
  OUTCOME_COLUMNS.attempt,
  {
    header: texts.common.version,
    width: '5rem',
    from: 'lg',
    cell: ({ agentVersion }) => <span className="font-mono text-xs">{agentVersion ?? <None />}</span>,
  },
  { header: t.created, width: '6.5rem', cell: ({ createdAt }) => <Time at={createdAt} /> },
];

/** The jobs of the agent, newest first, each with its latest attempt. */
export function JobsTab({ agentId }: { agentId: string }) {
  const [{ status }] = useUrlState();
  const chosen = choicesOf(status, JOB_STATUSES);
  const shown = useRef<ReadonlySet<string>>(new Set());
  const list = useLiveList(AgentJobsDocument, {
    variables: { filter: { agentId, ...given({ status: chosen }) } },
    connection: (data) => data.jobExecutions,
    refetchOn: {
      // A changed job that is not in the list is new, or now matches the filter.
      job: ({ id }) => chosen !== undefined || !shown.current.has(id),
      // An expansion emits one event of its run, and none for each job.
      execution: ({ status, previousStatus }) => status !== previousStatus,
    },
  });
  shown.current = new Set(list.rows.map(({ id }) => id));
  return (
    <>
      <FilterBar filters={FILTERS}>
        <TextLink to="/jobs" search={{ agent: agentId }} look="quiet">
          {t.searchAll}
        </TextLink>
      </FilterBar>
      <DataTable
        label={t.title}
        list={list}
        columns={COLUMNS}
        link={({ jobId }) => linkTo.job(jobId)}
        rowLabel={(job) => t.row(ownOf(job))}
        empty={chosen ? { title: t.noMatch } : { title: t.empty, children: t.emptyHint }}
      />
    </>
  );
}
