import { type Status, StatusText, statusOf, statusWord } from '../../components/status-badge.js';
import { Tooltip } from '../../components/tooltip.js';

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

/** For a filter; with the counts, how many there are. */
export function statusOptions(counts?: ReadonlyMap<string, number>) {
  return JOB_STATUSES.map((value) => {
    const count = counts?.get(value) ?? 0;
    const label = statusWord(statusOf(value));
    return { value, label: count > 0 ? `${label} (${count.toLocaleString('en')})` : label };
  });
}

const REASONS: Readonly<Record<string, string>> = {
  operator: 'by an operator',
  replaced: 'replaced by a newer run',
  run_timeout: 'the run exceeded its timeout',
  circuit_open: 'circuit open',
  rate_limited: 'rate-limited',
  no_matching_worker: 'no matching worker',
  dependency_failed: 'an earlier step failed',
  dependency_cancelled: 'an earlier step was cancelled',
  dependency_skipped: 'an earlier step was skipped',
  condition_not_met: 'condition not met',
  context_damaged: 'the data of its context is damaged',
};

/** Why it waits, was skipped or cancelled, in words. */
export function jobReason(reason: string): string {
  return REASONS[reason] ?? reason.replaceAll('_', ' ');
}

export interface JobStatusTextProps {
  status: string;
  /** A retry is to come. */
  retryAt?: string | null;
  retryCount?: number;
}

/** Its status; of one that waits for its retry, that it does. */
export function JobStatusText({ status, retryAt, retryCount = 0 }: JobStatusTextProps) {
  const name: Status = statusOf(status);
  const isRetry = status === 'PENDING' && retryAt != null && retryCount > 0;
  const text = <StatusText status={name} label={isRetry ? `Retry ${retryCount}` : undefined} />;
  if (!isRetry) return text;
  const words = `Waiting for attempt ${retryCount + 1}`;
  return (
    <Tooltip content={words}>
      <span aria-description={words}>{text}</span>
    </Tooltip>
  );
}
