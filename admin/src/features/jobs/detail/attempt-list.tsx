import { Link } from '@tanstack/react-router';
import { StatusText, statusColor, statusOf } from '../../../components/facts/status-badge.js';
import { Elapsed, Time } from '../../../components/facts/time.js';
import { cn } from '../../../lib/class-names.js';
import { linkTo } from '../../../lib/link-to.js';
import { formatDuration, useNow } from '../../../lib/text/time.js';
import { jobReason } from '../job-words.js';
import type { JobAttemptRowFragment } from '../jobs.generated.js';
import { texts } from '../texts.js';

const t = texts.attempts;

export interface AttemptListProps {
  /** Newest first. */
  attempts: readonly JobAttemptRowFragment[];
  shownId: string;
  /** Whether there are older ones that are not listed. */
  hasMore: boolean;
}

/** All attempts of the job, newest first: their outcomes, and when they waited and ran within the life of the job. */
export function AttemptList({ attempts, shownId, hasMore }: AttemptListProps) {
  const now = useNow().getTime();
  const from = Math.min(...attempts.map(({ createdAt }) => Date.parse(createdAt)));
  const to = Math.max(
    ...attempts.map(({ completedAt }) => (completedAt ? Date.parse(completedAt) : now)),
    from + 1,
  );
  return (
    <nav aria-label={texts.common.attempts} className="shrink-0 border-b lg:w-80 lg:border-b-0">
      <h2 className="px-4 pt-3 pb-1 text-xs font-medium text-muted md:px-6">
        {hasMore ? t.newest(attempts.length) : t.count(attempts.length)}
      </h2>
      <ol className="max-h-80 overflow-y-auto lg:max-h-none">
        {attempts.map((attempt) => (
          <li key={attempt.id}>
            <Link
              {...linkTo.job(attempt.jobId)}
              search={attempt.id === attempts[0]?.id ? {} : { attempt: attempt.id }}
              replace
              aria-current={attempt.id === shownId ? 'true' : undefined}
              className={cn(
                'flex flex-col gap-1.5 border-l-2 py-2 pr-4 pl-3.5 -outline-offset-2 md:pl-5.5',
                attempt.id === shownId ? 'border-accent bg-accent-soft' : 'border-transparent hover:bg-hover',
              )}
            >
              <Head attempt={attempt} />
              <Life attempt={attempt} from={from} to={to} now={now} />
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Head({ attempt }: { attempt: JobAttemptRowFragment }) {
  const { retryCount, status, statusCode, startedAt, completedAt, createdAt, reason } = attempt;
  return (
    <>
      <span className="flex items-baseline gap-2">
        <span className="text-muted">#{retryCount + 1}</span>
        <StatusText status={statusOf(status)} />
        {statusCode !== null && <span className="font-mono text-xs text-muted">{statusCode}</span>}
        <span className="ml-auto text-xs text-muted">
          {startedAt && completedAt ? (
            formatDuration(Date.parse(completedAt) - Date.parse(startedAt))
          ) : startedAt ? (
            <Elapsed since={startedAt} />
          ) : (
            ''
          )}
        </span>
      </span>
      <span className="flex gap-2 text-xs text-muted">
        <PlainTime at={startedAt ?? createdAt} prefix={startedAt ? t.sent : t.created} />
        {reason && <span className="truncate">· {jobReason(reason)}</span>}
      </span>
    </>
  );
}

/** A time that is not focusable, because the link around it is. */
function PlainTime({ at, prefix }: { at: string; prefix: string }) {
  return (
    <span className="shrink-0">
      <Time at={at} prefix={prefix} />
    </span>
  );
}

interface LifeProps {
  attempt: JobAttemptRowFragment;
  from: number;
  to: number;
  now: number;
}

/** A thin line while the attempt waited and a bar while it ran. */
function Life({ attempt: { status, createdAt, startedAt, completedAt }, from, to, now }: LifeProps) {
  const place = (at: number) => ((at - from) / (to - from)) * 100;
  const begin = place(Date.parse(createdAt));
  const start = startedAt ? place(Date.parse(startedAt)) : undefined;
  const end = place(completedAt ? Date.parse(completedAt) : now);
  return (
    <span aria-hidden="true" className="relative block h-2">
      <span
        className="absolute top-1/2 h-px bg-line-strong"
        style={{ left: `${begin}%`, width: `${(start ?? end) - begin}%` }}
      />
      {start !== undefined && (
        <span
          className="absolute inset-y-0 min-w-0.5 rounded-sm"
          style={{
            left: `min(${start}%, calc(100% - 2px))`,
            width: `${end - start}%`,
            backgroundColor: statusColor(statusOf(status)),
          }}
        />
      )}
    </span>
  );
}
