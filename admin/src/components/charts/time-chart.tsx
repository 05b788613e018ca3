import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import { VIEWER_ZONE } from '../../lib/text/time.js';
import { type ChartPoint, type ChartSeries, Drawing } from './time-chart-drawing.js';

export type { ChartPoint, ChartSeries } from './time-chart-drawing.js';

export interface TimeChartProps {
  label: string;
  /** Oldest first, at equal distances. */
  points: readonly ChartPoint[];
  series: readonly ChartSeries[];
  /** Formats one value: `4.2 s`, `31%`. */
  format: (value: number) => string;
  /** The top of the scale. Defaults to the highest value. */
  max?: number;
  /** The unit in which the top of the scale is a round number, such as 1024 for MiB shown as GiB. Defaults to 1. */
  unit?: number;
  height?: number;
  /** Milliseconds that one point stands for. With it, the time is shown as a range. */
  spanMs?: number;
  /** Shown instead of the chart if there is no data. */
  empty?: ReactNode;
}

/**
 * Values over time. Hovering over a point, or moving to it with the arrow keys, shows its values. Otherwise, bars show
 * their totals and lines the values of the last point.
 */
export function TimeChart({
  label,
  points,
  series,
  format,
  max,
  unit = 1,
  height = 96,
  spanMs,
  empty,
}: TimeChartProps) {
  const [at, setAt] = useState<number>();
  const top = max ?? niceTop(highest(points, series) / unit) * unit;
  const last = points.length - 1;
  const shown = at === undefined ? last : Math.min(at, last);
  const hasValues = points.some(({ values }) => values.some((value) => value !== null && value > 0));
  if (points.length < 2 || (empty && !hasValues)) {
    return (
      <ChartFrame label={label}>
        <p className="rounded-md bg-canvas px-3 py-4 text-center text-muted">
          {empty ?? 'Not enough data yet.'}
        </p>
      </ChartFrame>
    );
  }

  function move(event: PointerEvent<HTMLDivElement>): void {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const place = Math.floor(((event.clientX - left) / width) * points.length);
    setAt(Math.max(0, Math.min(last, place)));
  }

  function onKeyDown(event: KeyboardEvent): void {
    const next = { ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setAt(Math.max(0, Math.min(last, next)));
  }

  const isTotal = at === undefined && series.every(({ kind }) => kind === 'bar');
  const shownPoints = isTotal ? points : points.slice(shown, shown + 1);
  const when = whenOf(shownPoints, points, spanMs);
  const values = series.map(({ name, color }, index) => {
    const value = sumOf(shownPoints.map(({ values }) => values[index] ?? null));
    return { name, color, text: value === null ? '–' : format(value) };
  });
  return (
    <ChartFrame
      label={label}
      aside={<ShownValues values={values} when={at === undefined && !spanMs ? 'now' : when} />}
    >
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={shown}
        aria-valuetext={`${when}: ${values.map(({ name, text }) => `${name} ${text}`).join(', ')}`}
        onPointerMove={move}
        onPointerLeave={() => setAt(undefined)}
        onBlur={() => setAt(undefined)}
        onKeyDown={onKeyDown}
        className="relative cursor-crosshair touch-pan-y"
      >
        <Drawing points={points} series={series} top={top} height={height} marked={at} />
        <span className="absolute top-0 left-0 bg-surface pr-1 text-[0.6875rem] leading-none text-muted">
          {format(top)}
        </span>
      </div>
      <div aria-hidden="true" className="flex justify-between text-[0.6875rem] text-muted">
        <span>{clock(points[0]?.at ?? '', points)}</span>
        <span>{spanMs ? 'now' : clock(points[last]?.at ?? '', points)}</span>
      </div>
    </ChartFrame>
  );
}

function ChartFrame({ label, aside, children }: { label: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <div className="flex min-h-5 flex-wrap items-baseline gap-x-4 gap-y-0.5">
        <span className="font-medium">{label}</span>
        {aside && <span className="ml-auto flex flex-wrap gap-x-3 text-xs">{aside}</span>}
      </div>
      {children}
    </div>
  );
}

interface ShownValuesProps {
  /** One per series. */
  values: readonly { name: string; color: string; text: string }[];
  when: string;
}

/** The legend, with the value of each series. */
function ShownValues({ values, when }: ShownValuesProps) {
  return (
    <>
      {values.map(({ name, color, text }) => (
        <span key={name} className="inline-flex items-center gap-1.5">
          <span aria-hidden="true" className="size-2 rounded-sm" style={{ backgroundColor: color }} />
          {values.length > 1 && <span className="text-muted">{name}</span>}
          <span>{text}</span>
        </span>
      ))}
      <span className="min-w-12 text-right text-muted">{when}</span>
    </>
  );
}

function highest(points: readonly ChartPoint[], series: readonly ChartSeries[]): number {
  return Math.max(
    0,
    ...points.map(({ values }) => {
      const stacked = series.reduce(
        (sum, { kind }, index) => sum + (kind === 'bar' ? (values[index] ?? 0) : 0),
        0,
      );
      return Math.max(
        stacked,
        ...series.map(({ kind }, index) => (kind === 'bar' ? 0 : (values[index] ?? 0))),
      );
    }),
  );
}

/** The next of 1, 2, 5, 10, 20 and so on. */
function niceTop(value: number): number {
  if (value <= 0) return 1;
  const size = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5, 10].find((step) => step * size >= value) ?? 10) * size;
}

const DAY_MS = 86_400_000;

/** `14:03`, or `Fri 14:03` if the chart shows more than a day. */
function clock(at: string, points: readonly ChartPoint[]): string {
  if (!at) return '';
  const [first, last] = [points[0]?.at ?? at, points.at(-1)?.at ?? at];
  const isLong = new Date(last).getTime() - new Date(first).getTime() >= DAY_MS;
  return new Date(at).toLocaleString('en-GB', {
    timeZone: VIEWER_ZONE,
    hour: '2-digit',
    minute: '2-digit',
    ...(isLong && { day: 'numeric', month: 'short' }),
  });
}

function whenOf(
  shown: readonly ChartPoint[],
  points: readonly ChartPoint[],
  spanMs: number | undefined,
): string {
  const at = shown[0]?.at ?? '';
  const from = clock(at, points);
  if (!spanMs) return from;
  // The last interval is still in progress.
  if (shown.at(-1) === points.at(-1)) return `${from} – now`;
  return `${from} – ${clock(new Date(new Date(at).getTime() + spanMs).toISOString(), points)}`;
}

/** Null if nothing was measured. */
function sumOf(values: readonly (number | null)[]): number | null {
  const measured = values.filter((value) => value !== null);
  return measured.length > 0 ? measured.reduce((sum, value) => sum + value, 0) : null;
}
