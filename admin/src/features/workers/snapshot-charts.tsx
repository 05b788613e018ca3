import { TimeChart } from '../../components/charts/time-chart.js';
import { NotLoaded } from '../../components/not-loaded.js';
import { Segments } from '../../components/segments.js';
import { useLiveQuery } from '../../lib/graphql/use-live-query.js';
import { formatDuration } from '../../lib/text/time.js';
import { useUrlState } from '../../lib/url-state.js';
import { texts } from './texts.js';
import { type WorkerRowFragment, WorkerSnapshotsDocument } from './workers.generated.js';

const t = texts.machine;

/** A snapshot is stored every minute. */
const RANGES = [
  { id: '1h', label: t.hour, last: 60 },
  { id: '6h', label: t.hours6, last: 360 },
  { id: '24h', label: t.hours24, last: 1_440 },
] as const;

/** Charts of the worker's machine, minute by minute. */
export function SnapshotCharts({ worker: { id, concurrency, state } }: { worker: WorkerRowFragment }) {
  const [{ range }] = useUrlState();
  const { last } = RANGES.find((each) => each.id === range) ?? RANGES[0];
  const query = useLiveQuery(WorkerSnapshotsDocument, {
    variables: { id, last },
    refetchOn: { worker: (event) => event.id === id && event.status === event.previousStatus },
  });
  const snapshots = query.data?.worker?.snapshots ?? [];
  const empty = state === 'DEAD' ? t.emptyDead : t.empty;
  const chart = <Name extends keyof (typeof snapshots)[number]>(...names: Name[]) =>
    snapshots.map((snapshot) => ({ at: snapshot.at, values: names.map((name) => Number(snapshot[name])) }));
  return (
    <section aria-labelledby="worker-machine" className="flex min-w-0 flex-col gap-4">
      <div className="flex min-h-7 flex-wrap items-center gap-3">
        <h2 id="worker-machine" className="font-semibold">
          {t.title}
        </h2>
        <div className="ml-auto">
          <Segments label={t.range} param="range" options={RANGES} defaultId={RANGES[0].id} />
        </div>
      </div>
      {!query.data && <NotLoaded what={t.what} query={query} />}
      {query.data && snapshots.length < 2 && <p className="text-muted">{empty}</p>}
      {snapshots.length >= 2 && (
        <div className="grid gap-x-8 gap-y-6 lg:grid-cols-2">
          <TimeChart
            label={t.cpu}
            max={100}
            format={(value) => `${Math.round(value)}%`}
            series={[{ name: t.cpu, color: 'var(--color-blue)', kind: 'area' }]}
            points={chart('cpuPercent')}
          />
          <TimeChart
            label={t.memory}
            unit={1_024}
            format={formatMemory}
            series={[
              { name: t.memoryMachine, color: 'var(--color-grey)', kind: 'line' },
              { name: t.memoryProcess, color: 'var(--color-accent)', kind: 'area' },
            ]}
            points={chart('memoryMb', 'rssMb')}
          />
          <TimeChart
            label={t.lag}
            format={(value) => (value < 10 ? `${Number(value.toFixed(1))} ms` : formatDuration(value))}
            series={[
              { name: t.lagP99, color: 'var(--color-amber)', kind: 'line' },
              { name: t.lagMedian, color: 'var(--color-green)', kind: 'area' },
            ]}
            points={chart('eventLoopLagP99Ms', 'eventLoopLagP50Ms')}
          />
          <TimeChart
            label={texts.common.activeJobs}
            max={Math.max(concurrency, ...snapshots.map(({ activeJobs }) => activeJobs))}
            format={(value) => String(Math.round(value))}
            series={[{ name: t.attempts, color: 'var(--color-blue)', kind: 'area' }]}
            points={chart('activeJobs')}
          />
        </div>
      )}
    </section>
  );
}

function formatMemory(mib: number): string {
  return mib < 1_024 ? `${Math.round(mib)} MiB` : `${(mib / 1_024).toFixed(1)} GiB`;
}
