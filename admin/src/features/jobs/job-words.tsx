import { StatusText, statusOf, statusWord } from '../../components/facts/status-badge.js';
import { Explained } from '../../components/tooltip.js';
import type { JobReason } from '../../lib/graphql/live.generated.js';
import type { JobStatus } from './jobs.generated.js';
import { texts } from './texts.js';

const t = texts.outcome;

/** In the order of the filter. */
export const JOB_STATUSES = [
  'PENDING',
  'RUNNING',
  'COMPLETED',
  'FAILED',
  'DEAD_LETTER',
  'CANCELLED',
  'SKIPPED',
] as const;

/** Of jobs that can be retried. */
export const RETRYABLE: readonly JobStatus[] = ['FAILED', 'DEAD_LETTER', 'CANCELLED'];
/** Of jobs that can be cancelled. */
export const OPEN: readonly JobStatus[] = ['PENDING', 'RUNNING'];

/** Options of a filter, with the number of jobs if counts are given. */
export function statusOptions(counts?: ReadonlyMap<string, number>) {
  return JOB_STATUSES.map((value) => {
    const count = counts?.get(value) ?? 0;
    const label = statusWord(statusOf(value));
    return { value, label: count > 0 ? t.withCount(label, count) : label };
  });
}

/** Describes why a job waits, was skipped or was cancelled. */
export function jobReason(reason: JobReason): string {
  return texts.reasons[reason];
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
    <Explained by={isRetry && t.waitingForAttempt(retryCount + 1)}>
      <StatusText status={statusOf(status)} label={isRetry ? t.retry(retryCount) : undefined} />
    </Explained>
  );
}
