import { Time } from '../../../components/facts/time.js';
import type { Column } from '../../../components/lists/table-column.js';
import type { JobRowFragment } from '../jobs.generated.js';
import { OUTCOME_COLUMNS } from '../outcome-columns.js';
import { paramsText } from '../params-text.js';
import { texts } from '../texts.js';

const t = texts.list;

const { status, attempt, code, duration, cause } = OUTCOME_COLUMNS;

export const JOB_COLUMNS: readonly Column<JobRowFragment>[] = [
  {
    header: texts.common.job,
    width: 'minmax(11rem,2fr)',
    cell: (job) => (
      <>
        {calledOf(job)} <span className="font-normal text-muted">{ownOf(job)}</span>
      </>
    ),
  },
  status,
  {
    header: t.schedule,
    width: 'minmax(7rem,1fr)',
    from: 'lg',
    cell: ({ scheduleExecution }) =>
      scheduleExecution?.schedule?.name ?? <span className="text-muted">{t.manual}</span>,
  },
  attempt,
  code,
  duration,
  cause,
  {
    header: texts.common.created,
    width: '6.25rem',
    sortField: 'CREATED_AT',
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
];

function calledOf({ pipelineStepId, agent, agentId }: JobRowFragment): string {
  return pipelineStepId ?? agent?.name ?? agentId;
}

/** The part of a job that differs from others. */
export function ownOf({ params, scheduleExecution, jobId }: JobRowFragment): string {
  return paramsText(params, scheduleExecution?.params) || `…${jobId.slice(-8)}`;
}

/** For screen readers. */
export function nameOf(job: JobRowFragment): string {
  return `${calledOf(job)} ${ownOf(job)}`;
}
