import { formatInstants } from '../../components/facts/instant-text.js';
import { None } from '../../components/facts/none.js';
import { Duration, Elapsed } from '../../components/facts/time.js';
import type { Column } from '../../components/lists/table-column.js';
import type { JobReason } from '../../lib/graphql/live.generated.js';
import { VIEWER_ZONE } from '../../lib/text/time.js';
import { JobStatusText, jobReason } from './job-words.js';
import { texts } from './texts.js';

const t = texts.outcome;

/** The fields that these columns need. */
export interface JobOutcome {
  status: string;
  retryCount: number;
  retryAt: string | null;
  statusCode: number | null;
  enqueuedAt: string | null;
  startedAt: string | null;
  completedAt: string | null;
  dependencies: readonly string[];
  reason: JobReason | null;
  waiting?: { message: string } | null;
  error: { message: string } | null;
}

/** Columns with the outcome of a job, used in all tables of jobs. */
export const OUTCOME_COLUMNS = {
  status: { header: texts.common.status, width: '7.5rem', cell: (job) => <JobStatusText {...job} /> },
  attempt: {
    header: t.attempt,
    width: '4rem',
    align: 'right',
    from: 'lg',
    cell: ({ retryCount }) => retryCount + 1,
  },
  code: {
    header: t.code,
    width: '3.5rem',
    align: 'right',
    from: 'xl',
    cell: ({ statusCode }) => statusCode ?? <None />,
  },
  duration: {
    header: texts.common.duration,
    width: '6rem',
    align: 'right',
    cell: (job) => <JobDuration {...job} />,
  },
  cause: {
    header: t.cause,
    width: 'minmax(8rem,2fr)',
    // Stays longer than the others: it is what a person looks for when jobs fail or wait.
    from: 'md',
    cell: (job) =>
      job.error ? (
        <span className="text-red" title={job.error.message}>
          {job.error.message}
        </span>
      ) : (
        <Waiting job={job} />
      ),
  },
} as const satisfies Record<string, Column<JobOutcome>>;

/**
 * What a job waits for, or why it did not run. Events change its status at once, but what it waited for only with the
 * next answer of the server, so that is shown only while the job waits.
 */
function Waiting({ job }: { job: JobOutcome }) {
  const waiting = job.status === 'PENDING' ? job.waiting?.message : undefined;
  const text = waiting && formatInstants(waiting, VIEWER_ZONE);
  return (
    <span className="text-muted" title={text}>
      {text ?? reasonOf(job) ?? <None />}
    </span>
  );
}

/** Why a job did not run, or does not run yet. */
function reasonOf({ reason, status, enqueuedAt, retryAt, dependencies }: JobOutcome): string | undefined {
  if (reason) return jobReason(reason);
  if (status !== 'PENDING' || enqueuedAt || retryAt) return undefined;
  return dependencies.length > 0 ? t.waitingForSteps : t.waitingForBatch;
}

/** A job that was never sent has no duration. */
function JobDuration({ status, startedAt, completedAt }: JobOutcome) {
  if (!startedAt) return <None />;
  if (status === 'RUNNING') return <Elapsed since={startedAt} />;
  return <Duration ms={completedAt ? Date.parse(completedAt) - Date.parse(startedAt) : null} />;
}
