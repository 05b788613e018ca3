import type { Column } from '../../../components/table-column.js';
import { Duration, Elapsed, Time } from '../../../components/time.js';
import { JobStatusText, jobReason } from '../job-words.js';
import type { JobRowFragment } from '../jobs.generated.js';
import { paramsText } from '../params-text.js';

export const JOB_COLUMNS: readonly Column<JobRowFragment>[] = [
  {
    id: 'job',
    header: 'Job',
    width: 'minmax(11rem,2fr)',
    cell: ({ agentId, pipelineStepId, params, scheduleExecution, jobId }) => (
      <>
        {pipelineStepId ?? agentId}{' '}
        <span className="font-normal text-muted">
          {paramsText(params, scheduleExecution?.params) || `…${jobId.slice(-8)}`}
        </span>
      </>
    ),
  },
  { id: 'status', header: 'Status', width: '7rem', cell: (job) => <JobStatusText {...job} /> },
  {
    id: 'schedule',
    header: 'Schedule',
    width: 'minmax(7rem,1fr)',
    from: 'lg',
    cell: ({ scheduleExecution }) =>
      scheduleExecution?.schedule?.name ?? <span className="text-muted">by hand</span>,
  },
  {
    id: 'attempt',
    header: 'Attempt',
    width: '4rem',
    align: 'right',
    from: 'md',
    cell: ({ retryCount }) => retryCount + 1,
  },
  {
    id: 'code',
    header: 'HTTP',
    width: '3rem',
    align: 'right',
    from: 'lg',
    cell: ({ statusCode }) => statusCode ?? <span className="text-muted">–</span>,
  },
  {
    id: 'duration',
    header: 'Duration',
    width: '5.5rem',
    align: 'right',
    cell: ({ status, startedAt, completedAt }) =>
      status === 'RUNNING' && startedAt ? (
        <Elapsed since={startedAt} />
      ) : (
        <Duration ms={startedAt && completedAt ? Date.parse(completedAt) - Date.parse(startedAt) : null} />
      ),
  },
  {
    id: 'told',
    header: 'Error or reason',
    width: 'minmax(8rem,2fr)',
    from: 'lg',
    cell: ({ error, reason }) =>
      error ? (
        <span className="text-red" title={error.message}>
          {error.message}
        </span>
      ) : (
        <span className="text-muted">{reason ? jobReason(reason) : '–'}</span>
      ),
  },
  {
    id: 'created',
    header: 'Created',
    width: '6.25rem',
    sortField: 'CREATED_AT',
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
];
