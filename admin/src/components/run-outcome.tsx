import { ProgressBar } from './progress-bar.js';
import { StatusText, statusOf } from './status-badge.js';

export interface OutcomeProps {
  execution: {
    status: string;
    runStatus: string | null;
    reason: string | null;
    jobsCreated: number;
    jobsCompleted: number;
    jobsFailed: number;
    jobsSkipped: number;
    jobsCancelled: number;
  };
}

/** The outcome of a run, or its current state. */
export function RunOutcome({ execution: { status, runStatus, reason } }: OutcomeProps) {
  if (status === 'SKIPPED') return <StatusText status="skipped" />;
  const label = runStatus === 'SUCCEEDED' ? 'Succeeded' : reason === 'WAITING' ? 'Waiting' : undefined;
  return <StatusText status={statusOf(runStatus)} label={label} />;
}

/** How many jobs of a run have ended, with a bar while it is running. */
export function RunJobs({ execution }: OutcomeProps) {
  const { status, runStatus, jobsCreated, jobsCompleted, jobsFailed, jobsSkipped, jobsCancelled } = execution;
  if (status === 'SKIPPED' || runStatus === 'PENDING') return <span className="text-muted">–</span>;
  if (runStatus !== 'RUNNING') {
    return (
      <>
        {jobsCreated.toLocaleString('en')}
        {jobsFailed > 0 && <span className="text-red"> · {jobsFailed.toLocaleString('en')} failed</span>}
      </>
    );
  }
  const done = jobsCompleted + jobsFailed + jobsSkipped + jobsCancelled;
  return (
    <span className="flex items-center gap-2">
      <ProgressBar
        label="Jobs"
        total={jobsCreated}
        parts={[
          { status: 'completed', count: jobsCompleted },
          { status: 'failed', count: jobsFailed },
          { status: 'skipped', count: jobsSkipped },
          { status: 'cancelled', count: jobsCancelled },
        ]}
      />
      {done.toLocaleString('en')}/{jobsCreated.toLocaleString('en')}
    </span>
  );
}
