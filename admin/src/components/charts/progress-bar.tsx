import { type Status, statusColor, statusWord } from '../facts/status-badge.js';

export interface ProgressBarProps {
  /** Label for screen readers. */
  label: string;
  total: number;
  /** In order, from the left. */
  parts: readonly { status: Status; count: number }[];
}

/** Progress and outcomes as one thin bar with colored parts. */
export function ProgressBar({ label, total, parts }: ProgressBarProps) {
  const done = parts.reduce((sum, { count }) => sum + count, 0);
  const words = parts
    .filter(({ count }) => count > 0)
    .map(({ status, count }) => `${count.toLocaleString('en')} ${statusWord(status).toLowerCase()}`);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={Math.min(done, total)}
      aria-valuetext={`${done.toLocaleString('en')} of ${total.toLocaleString('en')}${words.length > 0 ? `: ${words.join(', ')}` : ''}`}
      className="w-full min-w-8"
    >
      <ProgressParts total={total} parts={parts} />
    </div>
  );
}

/** The bar alone, for places with a text beside it. */
export function ProgressParts({ total, parts }: Pick<ProgressBarProps, 'total' | 'parts'>) {
  return (
    <div className="flex h-1.5 w-full overflow-hidden rounded-full bg-grey-soft">
      {parts.map(({ status, count }) => (
        <span
          key={status}
          className={status === 'skipped' ? 'hatched' : undefined}
          style={{
            width: `${total > 0 ? (count / total) * 100 : 0}%`,
            color: statusColor(status),
            backgroundColor: status === 'skipped' ? undefined : statusColor(status),
            transition: 'width 200ms',
          }}
        />
      ))}
    </div>
  );
}
