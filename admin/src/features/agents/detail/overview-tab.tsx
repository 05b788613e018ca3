import { Callout } from '../../../components/callout.js';
import { TimeChart } from '../../../components/charts/time-chart.js';
import { Facts } from '../../../components/facts/facts.js';
import { Duration, Time } from '../../../components/facts/time.js';
import { Who } from '../../../components/facts/who.js';
import { Section } from '../../../components/section.js';
import { Segments } from '../../../components/segments.js';
import { ErrorState, LoadingState } from '../../../components/states.js';
import { useLiveQuery } from '../../../lib/graphql/use-live-query.js';
import { formatDuration } from '../../../lib/text/time.js';
import { useUrlState } from '../../../lib/url-state.js';
import { AgentCircuit, AgentHealth, AgentHeartbeat, formatRate, versionInUse } from '../agent-status.js';
import { type AgentDetailFragment, AgentDetailStatsDocument } from './agent-detail.generated.js';

const ENDED = new Set(['COMPLETED', 'FAILED', 'DEAD_LETTER']);

/** Statistics and current state of the agent. */
export function OverviewTab({ agent }: { agent: AgentDetailFragment }) {
  return (
    <div className="grid gap-x-10 gap-y-8 p-4 md:p-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <Performance agentId={agent.id} />
      <Section title="Status">
        <StateFacts agent={agent} />
      </Section>
    </div>
  );
}

function Performance({ agentId }: { agentId: string }) {
  const [{ range }] = useUrlState();
  const { hours, spanMs } = rangeOf(range);
  const { data, error, isLoading, refetch } = useLiveQuery(AgentDetailStatsDocument, {
    variables: { id: agentId, hours },
    refetchOn: { job: ({ status }) => ENDED.has(status) },
  });
  const stats = data?.agent?.stats;
  return (
    <section aria-labelledby="agent-performance" className="flex min-w-0 flex-col gap-5">
      <div className="flex min-h-7 flex-wrap items-center gap-3">
        <h2 id="agent-performance" className="font-semibold">
          Attempts
        </h2>
        <div className="ml-auto">
          <Segments label="Time range" param="range" options={RANGES} defaultId={DEFAULT_RANGE.id} />
        </div>
      </div>
      {isLoading && <LoadingState label="Loading the statistics…" />}
      {!stats && error && (
        <ErrorState title="Could not load the statistics" error={error} onRetry={refetch} />
      )}
      {stats && (
        <>
          <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
            <Figure
              label="Success rate"
              value={stats.successRate === null ? '–' : formatRate(stats.successRate)}
            />
            <Figure
              label="Finished"
              value={stats.total.toLocaleString('en')}
              detail={
                stats.failed > 0
                  ? `${stats.failed.toLocaleString('en')} failed${stats.deadLetters > 0 ? `, ${stats.deadLetters.toLocaleString('en')} dead letters` : ''}`
                  : undefined
              }
            />
            <Figure label="Median" value={stats.p50Ms === null ? '–' : formatDuration(stats.p50Ms)} />
            <Figure
              label="95th percentile"
              value={stats.p95Ms === null ? '–' : formatDuration(stats.p95Ms)}
            />
          </dl>
          {stats.sampled && (
            <Callout kind="info">
              Only the newest attempts are counted here because there are so many.
            </Callout>
          )}
          <TimeChart
            label="Outcomes"
            spanMs={spanMs}
            format={(value) => value.toLocaleString('en')}
            series={[
              { name: 'completed', colour: 'var(--color-green)', kind: 'bar' },
              { name: 'failed', colour: 'var(--color-red)', kind: 'bar' },
            ]}
            points={stats.buckets.map(({ at, completed, failed }) => ({ at, values: [completed, failed] }))}
            empty="No attempts finished in this period."
          />
          <TimeChart
            label="Latency"
            spanMs={spanMs}
            format={formatDuration}
            series={[
              { name: 'p95', colour: 'var(--color-amber)', kind: 'line' },
              { name: 'median', colour: 'var(--color-blue)', kind: 'area' },
            ]}
            points={stats.buckets.map(({ at, p50Ms, p95Ms }) => ({ at, values: [p95Ms, p50Ms] }))}
            empty="No measurements in this period."
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
      <dd className="mt-0.5 truncate">
        <span className="text-lg font-semibold">{value}</span>
        {detail && <span className="block truncate text-xs text-muted">{detail}</span>}
      </dd>
    </div>
  );
}

function StateFacts({ agent }: { agent: AgentDetailFragment }) {
  const { healthMessage, healthCheckedAt, healthVersion, maxConcurrency, runningJobs, throttledJobs } = agent;
  const inUse = versionInUse(agent);
  return (
    <Facts
      facts={[
        {
          label: 'Health',
          value: (
            <>
              <AgentHealth agent={agent} />
              {healthMessage && <span className="block text-muted">{healthMessage}</span>}
            </>
          ),
        },
        { label: 'Last checked', value: healthCheckedAt ? <Time at={healthCheckedAt} /> : 'Never' },
        { label: 'Circuit', value: <AgentCircuit circuit={agent.circuit} /> },
        {
          label: 'Heartbeat',
          value: (
            <span className="inline-flex flex-wrap gap-x-2">
              <AgentHeartbeat heartbeat={agent.heartbeat} />
              {agent.heartbeat.lastAt ? <Time at={agent.heartbeat.lastAt} /> : 'none sent'}
            </span>
          ),
        },
        {
          label: 'Running',
          value: `${runningJobs.toLocaleString('en')}${maxConcurrency === null ? '' : ` of up to ${maxConcurrency}`}`,
        },
        {
          label: 'Throttled',
          value: throttledJobs === 0 ? 'None' : `${throttledJobs.toLocaleString('en')} waiting`,
        },
        {
          label: 'Version',
          value: (
            <>
              <span className="font-mono text-xs">{inUse}</span>
              {healthVersion && healthVersion !== inUse && (
                <span className="block text-amber">The agent reports version {healthVersion}.</span>
              )}
            </>
          ),
        },
        {
          label: 'Endpoint',
          value: agent.endpoint && <span className="font-mono text-xs break-all">{agent.endpoint.url}</span>,
        },
        {
          label: 'A 2xx response without a status means',
          value: agent.completion === 'AUTO' ? 'Completed' : 'Accepted; the agent reports the result later',
        },
        {
          label: 'Attempt timeout',
          value: agent.attemptTimeout === null ? 'Default' : <Duration ms={agent.attemptTimeout} />,
        },
        {
          label: 'Registered',
          value: (
            <>
              <Time at={agent.createdAt} />
              {agent.createdBy && (
                <span className="text-muted">
                  {' '}
                  by <Who id={agent.createdBy} name={agent.createdByName} />
                </span>
              )}
            </>
          ),
        },
        { label: 'Changed', value: <Time at={agent.updatedAt} /> },
      ]}
    />
  );
}

const HOUR_MS = 3_600_000;

/** Time ranges of the statistics. */
const RANGES = [
  { id: '1h', label: '1 hour', hours: 1 },
  { id: '24h', label: '24 hours', hours: 24 },
  { id: '7d', label: '7 days', hours: 168 },
  { id: '30d', label: '30 days', hours: 720 },
] as const;

const DEFAULT_RANGE = RANGES[1];

/** `spanMs` is the length of one of the 24 buckets. */
function rangeOf(id: string | undefined): { hours: number; spanMs: number } {
  const { hours } = RANGES.find((range) => range.id === id) ?? DEFAULT_RANGE;
  return { hours, spanMs: (hours * HOUR_MS) / 24 };
}
