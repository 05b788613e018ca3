import { Link } from '@tanstack/react-router';
import { statusColor, statusOf, statusWord } from '../../../components/facts/status-badge.js';
import { Skeleton } from '../../../components/loading.js';
import { Tooltip } from '../../../components/tooltip.js';
import { cn } from '../../../lib/class-names.js';
import { linkTo } from '../../../lib/link-to.js';
import { formatDuration } from '../../../lib/text/time.js';
import { paramsText } from '../../jobs/params-text.js';
import type { ExecutionSpanFragment } from '../executions.generated.js';
import { texts } from '../texts.js';
import { type Domain, placeOf, type Span, spansOf } from './timeline.js';
import { Tracks } from './tracks.js';

const t = texts.timeline;

export interface TimelineRowProps {
  /** Undefined while it is loading. */
  job: ExecutionSpanFragment | undefined;
  index: number;
  count: number;
  /** Pixels. */
  top: number;
  height: number;
  isFirstOfContext: boolean;
  /** The params before the expansion. */
  template: unknown;
  domain: Domain;
  now: number;
  onFocus: () => void;
}

/** One job: each attempt is a thin line while it waits and a bar while it runs. */
export function TimelineRow(props: TimelineRowProps) {
  const { job, index, count, top, height, domain, now } = props;
  const spans = job ? spansOf(job.attempts) : [];
  return (
    <div
      role="listitem"
      data-index={index}
      aria-posinset={index + 1}
      aria-setsize={count}
      aria-busy={job ? undefined : true}
      onFocus={props.onFocus}
      className={cn(
        'absolute inset-x-0 hover:bg-hover',
        job?.contextId && props.isFirstOfContext && index > 0 && 'border-t',
      )}
      style={{ transform: `translateY(${top}px)`, height }}
    >
      <Tracks label={job ? <Label {...props} job={job} spans={spans} /> : <Skeleton className="w-2/3" />}>
        {spans.map((span) => (
          <Bar key={`${span.attemptId} ${span.kind}`} span={span} domain={domain} now={now} />
        ))}
      </Tracks>
    </div>
  );
}

function Label({
  job,
  spans,
  isFirstOfContext,
  template,
  now,
}: TimelineRowProps & { job: ExecutionSpanFragment; spans: readonly Span[] }) {
  const { jobId, pipelineStepId, params, status, attempts } = job;
  const values = paramsText(params, template) || `…${jobId.slice(-8)}`;
  const ran = spans.filter(({ kind }) => kind === 'run');
  const description = [
    pipelineStepId ? t.valuesAndStep(values, pipelineStepId) : values,
    statusWord(statusOf(status)).toLowerCase(),
    attempts.length > 1 && t.attempts(attempts.length),
    ran.length > 0 && t.ran(formatDuration(ran.reduce((sum, span) => sum + lengthOf(span, now), 0))),
  ];
  return (
    <Link
      {...linkTo.job(jobId)}
      aria-label={description.filter(Boolean).join(', ')}
      className="block truncate hover:underline"
    >
      {pipelineStepId ? (
        <>
          {isFirstOfContext && <span className="mr-1.5 text-muted">{values}</span>}
          <span className={isFirstOfContext ? undefined : 'pl-3'}>{pipelineStepId}</span>
        </>
      ) : (
        values
      )}
    </Link>
  );
}

function Bar({ span, domain, now }: { span: Span; domain: Domain; now: number }) {
  const { kind, from, to, status } = span;
  const left = placeOf(from, domain);
  const width = placeOf(to ?? now, domain) - left;
  const color = kind === 'wait' ? 'var(--color-grey)' : statusColor(statusOf(status));
  const duration = formatDuration(lengthOf(span, now));
  const words = kind === 'wait' ? t.barWaiting(duration) : t.bar(statusWord(statusOf(status)), duration);
  return (
    <Tooltip content={words}>
      <span
        aria-hidden="true"
        className={cn(
          'absolute top-1/2 -translate-y-1/2',
          kind === 'wait' ? 'h-px opacity-70' : 'h-3 min-w-0.5 rounded-sm',
          kind === 'run' && to === undefined && 'rounded-r-none',
        )}
        style={{ left: `${left}%`, width: `${width}%`, backgroundColor: color }}
      />
    </Tooltip>
  );
}

function lengthOf({ from, to }: Span, now: number): number {
  return Math.max(0, (to ?? now) - from);
}
