import { endedOf, type RunCounters } from '../../lib/run-counters.js';
import { ProgressBar } from '../charts/progress-bar.js';
import { None } from './none.js';
import { runStatusWord, StatusText, statusOf } from './status-badge.js';

export interface OutcomeProps {
  execution: RunCounters & { status: string; runStatus: string | null; reason: string | null };
}

/** The outcome of a run, or its current state. */
export function RunOutcome({ execution: { status, runStatus, reason } }: OutcomeProps) {
  if (status === 'SKIPPED') return <StatusText status="skipped" />;
  return <RunResult runStatus={runStatus} label={reason === 'WAITING' ? 'Waiting' : undefined} />;
}

/** The status of the jobs of a run. */
export function RunResult({ runStatus, label }: { runStatus: string | null; label?: string | undefined }) {
  const status = statusOf(runStatus);
  return <StatusText status={status} label={label ?? runStatusWord(status)} />;
}

/** How many jobs of a run have ended, with a bar while it is running. */
export function RunJobs({ execution }: OutcomeProps) {
  const { status, runStatus, jobsCreated, jobsFailed } = execution;
  if (status === 'SKIPPED' || runStatus === 'PENDING') return <None />;
  if (runStatus !== 'RUNNING') {
    return (
      <>
        {jobsCreated.toLocaleString('en')}
        {jobsFailed > 0 && <span className="text-red"> · {jobsFailed.toLocaleString('en')} failed</span>}
      </>
    );
  }
  return (
    <span className="flex items-center gap-2">
      <RunBar label="Jobs" execution={execution} />
      <span className="shrink-0">
        {endedOf(execution).toLocaleString('en')}/{jobsCreated.toLocaleString('en')}
      </span>
    </span>
  );
}

/** How the jobs of a run have ended so far. */
export function RunBar({ label, execution }: { label: string; execution: RunCounters }) {
  return (
    <ProgressBar
      label={label}
      total={execution.jobsCreated}
      parts={[
        { status: 'completed', count: execution.jobsCompleted },
        { status: 'failed', count: execution.jobsFailed },
        { status: 'cancelled', count: execution.jobsCancelled },
        { status: 'skipped', count: execution.jobsSkipped },
      ]}
    />
  );
}
