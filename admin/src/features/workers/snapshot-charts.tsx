import { TimeChart } from '../../components/charts/time-chart.js';
import { Segments } from '../../components/segments.js';
import { ErrorState, LoadingState } from '../../components/states.js';
import { useLiveQuery } from '../../lib/graphql/use-live-query.js';
import { formatDuration } from '../../lib/text/time.js';
import { useUrlState } from '../../lib/url-state.js';
import { type WorkerRowFragment, WorkerSnapshotsDocument } from './workers.generated.js';

/** A snapshot is stored every minute. */
const RANGES = [
  { id: '1h', label: '1 hour', last: 60 },
  { id: '6h', label: '6 hours', last: 360 },
  { id: '24h', label: '24 hours', last: 1_440 },
] as const;

/** Charts of the worker's machine, minute by minute. */
export function SnapshotCharts({ worker: { id, concurrency, state } }: { worker: WorkerRowFragment }) {
  const [{ range }] = useUrlState();
  const { last } = RANGES.find((each) => each.id === range) ?? RANGES[0];
  const { data, error, isLoading, refetch } = useLiveQuery(WorkerSnapshotsDocument, {
    variables: { id, last },
    refetchOn: { worker: (event) => event.id === id && event.status === event.previousStatus },
  });
  const snapshots = data?.worker?.snapshots ?? [];
  const empty =
    state === 'DEAD'
      ? 'No snapshots left: they are kept for one day.'
      : 'No data yet. A snapshot is stored every minute.';
  const chart = <Name extends keyof (typeof snapshots)[number]>(...names: Name[]) =>
    snapshots.map((snapshot) => ({ at: snapshot.at, values: names.map((name) => Number(snapshot[name])) }));
  return (
    <section aria-labelledby="worker-machine" className="flex min-w-0 flex-col gap-4">
      <div className="flex min-h-7 flex-wrap items-center gap-3">
        <h2 id="worker-machine" className="font-semibold">
          Machine
        </h2>
        <div className="ml-auto">
          <Segments label="Time range" param="range" options={RANGES} defaultId={RANGES[0].id} />
        </div>
      </div>
      {isLoading && <LoadingState label="Loading snapshots…" />}
      {!data && error && <ErrorState title="Could not load the snapshots" error={error} onRetry={refetch} />}
      {data && snapshots.length < 2 && <p className="text-muted">{empty}</p>}
      {snapshots.length >= 2 && (
        <div className="grid gap-x-8 gap-y-6 lg:grid-cols-2">
          <TimeChart
            label="CPU"
            max={100}
            format={(value) => `${Math.round(value)}%`}
            series={[{ name: 'CPU', colour: 'var(--color-blue)', kind: 'area' }]}
            points={chart('cpuPercent')}
          />
          <TimeChart
            label="Memory"
            unit={1_024}
            format={formatMemory}
            series={[
              { name: 'machine', colour: 'var(--color-grey)', kind: 'line' },
              { name: 'process', colour: 'var(--color-accent)', kind: 'area' },
            ]}
            points={chart('memoryMb', 'rssMb')}
          />
          <TimeChart
            label="Event-loop lag"
            format={(value) => (value < 10 ? `${Number(value.toFixed(1))} ms` : formatDuration(value))}
            series={[
              { name: 'p99', colour: 'var(--color-amber)', kind: 'line' },
              { name: 'median', colour: 'var(--color-green)', kind: 'area' },
            ]}
            points={chart('eventLoopLagP99Ms', 'eventLoopLagP50Ms')}
          />
          <TimeChart
            label="Active jobs"
            max={Math.max(concurrency, ...snapshots.map(({ activeJobs }) => activeJobs))}
            format={(value) => String(Math.round(value))}
            series={[{ name: 'attempts', colour: 'var(--color-blue)', kind: 'area' }]}
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
