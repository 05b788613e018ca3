import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Callout } from '../../components/callout.js';
import { type Status, StatusShape } from '../../components/facts/status-badge.js';
import { Skeleton } from '../../components/loading.js';
import { useLiveQuery } from '../../lib/graphql/use-live-query.js';
import type { LinkTarget } from '../../lib/link-target.js';
import { formatDuration, useClockText } from '../../lib/text/time.js';
import { OverviewHealthDocument, type OverviewHealthQuery } from './overview.generated.js';
import { texts } from './texts.js';

const t = texts.health;

type Overview = OverviewHealthQuery['overview'];

/** The server counts up to this number. */
const COUNTED = 10_000;

/** The state of the installation in one line. Each part links to its page. */
export function Health() {
  const { data, error } = useLiveQuery(OverviewHealthDocument, {
    refetchOn: { execution: 'any', worker: 'any' },
  });
  const overview = data?.overview;
  if (!overview && error) return null; // Other parts of the page show the error.
  return (
    <>
      {data?.system.alerts.map((alert) => (
        <SystemAlert key={alert.kind} {...alert} />
      ))}
      <ul
        aria-label={t.label}
        className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border bg-line lg:grid-cols-4"
      >
        <Workers overview={overview} />
        <Fact
          label={t.queued}
          link={{ to: '/jobs', search: { status: 'PENDING' } }}
          status={overview?.throttled ? 'paused' : undefined}
          value={countOf(overview?.queued)}
          detail={<Queue overview={overview} />}
        />
        <Fact
          label={t.running}
          link={{ to: '/jobs', search: { status: 'RUNNING' } }}
          status={overview?.running ? 'running' : undefined}
          value={countOf(overview?.running)}
          detail={t.jobsInProgress(overview?.running)}
        />
        <Fact
          label={t.deadLetters}
          link={{ to: '/dead-letters' }}
          status={overview?.deadLetters ? 'dead-letter' : undefined}
          value={countOf(overview?.deadLetters)}
          detail={overview?.deadLetters ? t.waitingForReplay : t.noDeadLetters}
        />
      </ul>
    </>
  );
}

function SystemAlert({ kind, message }: OverviewHealthQuery['system']['alerts'][number]) {
  return (
    <Callout kind="error">
      <strong className="font-semibold">{message}</strong>{' '}
      {kind === 'NO_WORKER' ? t.startWorker : t.resumeWorker}
    </Callout>
  );
}

function Workers({ overview }: { overview: Overview | undefined }) {
  const { alive = 0, busy = 0, draining = 0, dead = 0 } = overview?.workers ?? {};
  const parts = [t.busy(busy), draining > 0 && t.draining(draining), dead > 0 && t.died(dead)];
  return (
    <Fact
      label={t.workers}
      link={{ to: '/workers' }}
      status={overview && (alive === 0 ? 'failed' : dead > 0 ? 'partial' : 'completed')}
      value={overview && t.alive(alive)}
      detail={parts.filter(Boolean).join(', ')}
    />
  );
}

/** Jobs that a circuit, a limit or a missing worker holds up are among the queued ones. */
function Queue({ overview }: { overview: Overview | undefined }) {
  if (!overview?.oldestReadyAt) return overview?.queued ? t.noneDue : t.noneQueued;
  return (
    <>
      {overview.queueDepth < overview.queued && t.due(countOf(overview.queueDepth) ?? '')}
      {overview.throttled > 0 && t.throttled(countOf(overview.throttled) ?? '')}
      <Waiting since={overview.oldestReadyAt} />
    </>
  );
}

function Waiting({ since }: { since: string }) {
  const text = useClockText((now) => formatDuration(secondsBefore(now, since)));
  return t.oldestWaiting(text);
}

function secondsBefore(now: Date, since: string): number {
  return Math.floor(Math.max(0, now.getTime() - Date.parse(since)) / 1_000) * 1_000;
}

function countOf(count: number | undefined): string | undefined {
  return count === undefined ? undefined : `${count.toLocaleString('en')}${count >= COUNTED ? '+' : ''}`;
}

interface FactProps {
  label: string;
  link: LinkTarget;
  /** Set if the value needs attention. */
  status?: Status | undefined;
  /** Undefined while it is loading. */
  value: string | undefined;
  detail: ReactNode;
}

function Fact({ label, link, status, value, detail }: FactProps) {
  return (
    <li className="min-w-0 bg-surface">
      <Link {...link} className="block h-full px-3 py-2 -outline-offset-2 hover:bg-hover">
        <span className="block text-xs text-muted">{label}</span>
        {value === undefined ? (
          <Skeleton className="my-1.5 w-1/2" />
        ) : (
          <>
            <span className="flex items-center gap-1.5 text-lg font-semibold">
              {status && <StatusShape status={status} />}
              {value}
            </span>
            <span className="block text-xs text-muted">{detail}</span>
          </>
        )}
      </Link>
    </li>
  );
}
