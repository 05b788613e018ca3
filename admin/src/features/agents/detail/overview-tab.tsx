import { Link } from '@tanstack/react-router';
import { Callout } from '../../../components/callout.js';
import { TimeChart } from '../../../components/charts/time-chart.js';
import { Facts } from '../../../components/facts/facts.js';
import { Duration, Time } from '../../../components/facts/time.js';
import { Who } from '../../../components/facts/who.js';
import { NotLoaded } from '../../../components/not-loaded.js';
import { Section } from '../../../components/section.js';
import { Segments } from '../../../components/segments.js';
import { useLiveQuery } from '../../../lib/graphql/use-live-query.js';
import { linkTo } from '../../../lib/link-to.js';
import { formatDuration } from '../../../lib/text/time.js';
import { useUrlState } from '../../../lib/url-state.js';
import { NoWorkerReason } from '../../schedules/detail/wait-reason.js';
import { AgentCircuit, AgentHealth, AgentHeartbeat, formatRate, versionInUse } from '../agent-status.js';
import { texts } from '../texts/detail.js';
import {
  type AgentDetailFragment,
  AgentDetailLastFailureDocument,
  AgentDetailStatsDocument,
} from './agent-detail.generated.js';

const t = texts.overview;

const ENDED = new Set(['COMPLETED', 'FAILED', 'DEAD_LETTER']);

/** Statistics and current state of the agent. */
export function OverviewTab({ agent }: { agent: AgentDetailFragment }) {
  return (
    <div className="grid gap-x-10 gap-y-8 p-4 md:p-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <Performance agentId={agent.id} />
      <Section title={texts.common.status}>
        <NoWorkerReason />
        <StateFacts agent={agent} />
      </Section>
    </div>
  );
}

function Performance({ agentId }: { agentId: string }) {
  const [{ range }] = useUrlState();
  const { hours, spanMs } = rangeOf(range);
  const query = useLiveQuery(AgentDetailStatsDocument, {
    variables: { id: agentId, hours },
    refetchOn: { job: ({ status }) => ENDED.has(status) },
  });
  const stats = query.data?.agent?.stats;
  return (
    <section aria-labelledby="agent-performance" className="flex min-w-0 flex-col gap-5">
      <div className="flex min-h-7 flex-wrap items-center gap-3">
        <h2 id="agent-performance" className="font-semibold">
          {t.attempts}
        </h2>
        <div className="ml-auto">
          <Segments label={t.range} param="range" options={RANGES} defaultId={DEFAULT_RANGE.id} />
        </div>
      </div>
      {!stats && (query.isLoading || query.error) && <NotLoaded what={t.what} query={query} />}
      {stats && (
        <>
          <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
            <Figure
              label={t.successRate}
              value={stats.successRate === null ? '–' : formatRate(stats.successRate)}
            />
            <Figure
              label={t.finished}
              value={stats.total.toLocaleString('en')}
              detail={
                stats.deadLetters > 0
                  ? t.failedAndDead(stats.failed, stats.deadLetters)
                  : stats.failed > 0
                    ? t.failed(stats.failed)
                    : undefined
              }
            />
            <Figure label={t.median} value={stats.p50Ms === null ? '–' : formatDuration(stats.p50Ms)} />
            <Figure label={t.percentile} value={stats.p95Ms === null ? '–' : formatDuration(stats.p95Ms)} />
          </dl>
          {stats.sampled && <Callout kind="info">{t.sampled}</Callout>}
          <TimeChart
            label={t.outcomes}
            spanMs={spanMs}
            format={(value) => value.toLocaleString('en')}
            series={[
              { name: t.completedSeries, color: 'var(--color-green)', kind: 'bar' },
              { name: t.failedSeries, color: 'var(--color-red)', kind: 'bar' },
            ]}
            points={stats.buckets.map(({ at, completed, failed }) => ({ at, values: [completed, failed] }))}
            empty={t.noOutcomes}
          />
          <TimeChart
            label={t.latency}
            spanMs={spanMs}
            format={formatDuration}
            series={[
              { name: texts.common.p95, color: 'var(--color-amber)', kind: 'line' },
              { name: t.medianSeries, color: 'var(--color-blue)', kind: 'area' },
            ]}
            points={stats.buckets.map(({ at, p50Ms, p95Ms }) => ({ at, values: [p95Ms, p50Ms] }))}
            empty={t.noLatency}
          />
        </>
      )}
    </section>
  );
}

function Figure({ label, value, detail }: { label: string; value: string; detail?: string | undefined }) {
  return (
    <div className="min-w-0 rounded-md border px-3 py-2">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="mt-0.5">
        <span className="block truncate text-lg font-semibold">{value}</span>
        {detail && <span className="block text-xs text-muted">{detail}</span>}
      </dd>
    </div>
  );
}

function StateFacts({ agent }: { agent: AgentDetailFragment }) {
  const { healthMessage, healthCheckedAt, maxConcurrency, runningJobs, throttledJobs } = agent;
  const failure = useLastFailure(agent.id);
  return (
    <Facts
      facts={[
        {
          label: texts.common.health,
          value: (
            <>
              <AgentHealth agent={agent} />
              {healthMessage && <span className="block text-muted">{healthMessage}</span>}
            </>
          ),
        },
        {
          label: t.lastFailure,
          value: failure && <LastFailure failure={failure} />,
        },
        { label: t.lastChecked, value: healthCheckedAt ? <Time at={healthCheckedAt} /> : t.never },
        { label: texts.common.circuit, value: <AgentCircuit circuit={agent.circuit} /> },
        {
          label: texts.common.heartbeat,
          value: (
            <span className="inline-flex flex-wrap gap-x-2">
              <AgentHeartbeat heartbeat={agent.heartbeat} />
              {agent.heartbeat.lastAt ? <Time at={agent.heartbeat.lastAt} /> : t.noHeartbeat}
            </span>
          ),
        },
        {
          label: texts.common.running,
          value:
            maxConcurrency === null
              ? runningJobs.toLocaleString('en')
              : t.runningOf(runningJobs, maxConcurrency),
        },
        {
          label: texts.common.throttled,
          value: throttledJobs === 0 ? texts.common.none : t.waiting(throttledJobs),
        },
        {
          label: texts.common.version,
          value: <VersionInUse agent={agent} />,
        },
        {
          label: texts.common.endpoint,
          value: agent.endpoint && <span className="font-mono text-xs break-all">{agent.endpoint.url}</span>,
        },
        { label: texts.common.completion, value: texts.completions[agent.completion] },
        {
          label: texts.common.attemptTimeout,
          value:
            agent.attemptTimeout === null ? texts.common.default : <Duration ms={agent.attemptTimeout} />,
        },
        {
          label: t.registered,
          value: <Registered agent={agent} />,
        },
      ]}
    />
  );
}

function LastFailure({ failure }: { failure: NonNullable<ReturnType<typeof useLastFailure>> }) {
  const { jobId, error, completedAt } = failure;
  return (
    <>
      <Link {...linkTo.job(jobId)} className="break-words text-red underline underline-offset-3">
        {error?.message ?? t.noMessage}
      </Link>
      {completedAt && (
        <span className="block text-muted">
          <Time at={completedAt} />
        </span>
      )}
    </>
  );
}

/** The version that is called, and the one that the agent reports if it is another. */
function VersionInUse({ agent }: { agent: AgentDetailFragment }) {
  const inUse = versionInUse(agent);
  const { healthVersion } = agent;
  return (
    <>
      <span className="font-mono text-xs">{inUse}</span>
      {healthVersion && healthVersion !== inUse && (
        <span className="block text-amber">{t.reportsVersion(healthVersion)}</span>
      )}
    </>
  );
}

function Registered({ agent: { createdAt, createdBy, createdByName } }: { agent: AgentDetailFragment }) {
  const at = <Time at={createdAt} />;
  return createdBy ? t.registeredBy(at, <Who id={createdBy} name={createdByName} />) : at;
}

/** The newest job that has failed, if it is among the newest jobs. */
function useLastFailure(id: string) {
  const { data } = useLiveQuery(AgentDetailLastFailureDocument, {
    variables: { id },
    refetchOn: { job: ({ status }) => status === 'FAILED' || status === 'DEAD_LETTER' },
  });
  return data?.jobExecutions.edges.find(
    ({ node: { status } }) => status === 'FAILED' || status === 'DEAD_LETTER',
  )?.node;
}

const HOUR_MS = 3_600_000;

/** Time ranges of the statistics. */
const RANGES = [
  { id: '1h', label: t.ranges['1h'], hours: 1 },
  { id: '24h', label: t.ranges['24h'], hours: 24 },
  { id: '7d', label: t.ranges['7d'], hours: 168 },
  { id: '30d', label: t.ranges['30d'], hours: 720 },
] as const;

const DEFAULT_RANGE = RANGES[1];

/** `spanMs` is the length of one of the 24 buckets. */
function rangeOf(id: string | undefined): { hours: number; spanMs: number } {
  const { hours } = RANGES.find((range) => range.id === id) ?? DEFAULT_RANGE;
  return { hours, spanMs: (hours * HOUR_MS) / 24 };
}
