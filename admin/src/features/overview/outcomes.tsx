import { type ChartSeries, TimeChart } from '../../components/charts/time-chart.js';
import { statusColor } from '../../components/facts/status-badge.js';
import { LoadingState } from '../../components/loading.js';
import { useLiveQuery } from '../../lib/graphql/use-live-query.js';
import { OverviewOutcomesDocument, type OverviewOutcomesQuery } from './overview.generated.js';
import { Panel } from './panel.js';
import { texts } from './texts.js';

const t = texts.outcomes;

const BUCKET_MS = 900_000;
/** The query counts the runs of a whole day. */
const REFETCH_EVERY_MS = 10_000;

const SERIES: readonly ChartSeries[] = [
  { name: t.succeeded, color: statusColor('completed'), kind: 'bar' },
  { name: t.partial, color: statusColor('partial'), kind: 'bar' },
  { name: t.failed, color: statusColor('failed'), kind: 'bar' },
  { name: t.cancelled, color: 'var(--color-grey)', kind: 'bar' },
  { name: t.skipped, color: 'color-mix(in srgb, var(--color-grey) 55%, var(--color-surface))', kind: 'bar' },
];

/** Outcomes of the runs of the last day, by quarters of an hour. */
export function Outcomes() {
  const { data } = useLiveQuery(OverviewOutcomesDocument, {
    refetchOn: { execution: ({ status, previousStatus }) => status !== previousStatus && !OPEN.has(status) },
    refetchEveryMs: REFETCH_EVERY_MS,
  });
  const outcomes = data?.overview.outcomes;
  return (
    <Panel title={t.title} aside={outcomes && <span className="text-muted">{totalOf(outcomes)}</span>}>
      <div className="px-3 py-2">
        {outcomes ? (
          <TimeChart
            label={t.label}
            spanMs={BUCKET_MS}
            height={120}
            series={SERIES}
            format={(value) => value.toLocaleString('en')}
            points={outcomes.map(({ at, ...count }) => ({
              at,
              values: [count.succeeded, count.partial, count.failed, count.cancelled, count.skipped],
            }))}
            empty={t.empty}
          />
        ) : (
          <LoadingState label={t.loading} />
        )}
      </div>
    </Panel>
  );
}

/** `1,204 ended, 98.5% succeeded`. Empty if no run ended. */
function totalOf(outcomes: OverviewOutcomesQuery['overview']['outcomes']): string | undefined {
  const sum = (of: (bucket: (typeof outcomes)[number]) => number) =>
    outcomes.reduce((total, bucket) => total + of(bucket), 0);
  const ended = sum(({ succeeded, partial, failed, cancelled }) => succeeded + partial + failed + cancelled);
  if (ended === 0) return undefined;
  const share = (100 * sum(({ succeeded }) => succeeded)) / ended;
  // 100 only if all of them succeeded.
  const percent = share > 99.9 && share < 100 ? '99.9' : Number(share.toFixed(1));
  return t.total(ended, percent);
}

const OPEN: ReadonlySet<string> = new Set(['PENDING', 'RUNNING']);
