import { StatusText, statusOf, statusWord } from '../../components/facts/status-badge.js';
import { Explained } from '../../components/tooltip.js';
import type { JobReason } from '../../lib/graphql/live.generated.js';

/** In the order of the filter. */
const JOB_STATUSES = [
  'PENDING',
  'RUNNING',
  'COMPLETED',
  'FAILED',
  'DEAD_LETTER',
  'CANCELLED',
  'SKIPPED',
] as const;

/** Options of a filter, with the number of jobs if counts are given. */
export function statusOptions(counts?: ReadonlyMap<string, number>) {
  return JOB_STATUSES.map((value) => {
    const count = counts?.get(value) ?? 0;
    const label = statusWord(statusOf(value));
    return { value, label: count > 0 ? `${label} (${count.toLocaleString('en')})` : label };
  });
}

const REASONS: Readonly<Record<JobReason, string>> = {
  OPERATOR: 'by an operator',
  REPLACED: 'replaced by a newer run',
  RUN_TIMEOUT: 'the run exceeded its timeout',
  CIRCUIT_OPEN: 'circuit open',
  RATE_LIMITED: 'rate-limited',
  NO_MATCHING_WORKER: 'no matching worker',
  DEPENDENCY_FAILED: 'an earlier step failed',
  DEPENDENCY_CANCELLED: 'an earlier step was cancelled',
  DEPENDENCY_SKIPPED: 'an earlier step was skipped',
  CONDITION_NOT_MET: 'condition not met',
  DEPENDENCY_TIMEOUT: 'an earlier step took too long',
  CONTEXT_DAMAGED: 'the data of its context is damaged',
  OTHER: 'another reason',
};

/** Describes why a job waits, was skipped or was cancelled. */
export function jobReason(reason: JobReason): string {
  return REASONS[reason];
}

export interface JobStatusTextProps {
  status: string;
  /** Time of the next retry. */
  retryAt?: string | null;
  retryCount?: number;
}

/** The status of a job, or that it waits for its retry. */
export function JobStatusText({ status, retryAt, retryCount = 0 }: JobStatusTextProps) {
  const isRetry = status === 'PENDING' && retryAt != null && retryCount > 0;
  return (
    <Explained by={isRetry && `Waiting for attempt ${retryCount + 1}`}>
      <StatusText status={statusOf(status)} label={isRetry ? `Retry ${retryCount}` : undefined} />
    </Explained>
  );
}
