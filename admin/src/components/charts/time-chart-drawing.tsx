export interface ChartPoint {
  /** ISO instant. */
  at: string;
  /** One value for each series. Null if nothing was measured. */
  values: readonly (number | null)[];
}

export interface ChartSeries {
  name: string;
  /** `var(--color-green)`. */
  color: string;
  /** Bars are stacked in the order of the series. */
  kind: 'bar' | 'line' | 'area';
}

export interface DrawingProps {
  points: readonly ChartPoint[];
  series: readonly ChartSeries[];
  top: number;
  height: number;
  marked: number | undefined;
}

/** Each point is one unit wide; the browser stretches the drawing. */
export function Drawing({ points, series, top, height, marked }: DrawingProps) {
  const y = (value: number) => height - (Math.min(value, top) / top) * (height - 2);
  return (
    <svg
      aria-hidden="true"
      width="100%"
      height={height}
      viewBox={`0 0 ${points.length} ${height}`}
      preserveAspectRatio="none"
      className="block overflow-visible"
    >
      {[0.5, 1].map((share) => (
        <line
          key={share}
          x1={0}
          x2={points.length}
          y1={y(top * share)}
          y2={y(top * share)}
          stroke="var(--color-line)"
          vectorEffect="non-scaling-stroke"
        />
      ))}
      {marked !== undefined && (
        <rect x={marked} y={0} width={1} height={height} fill="var(--color-hover)" stroke="none" />
      )}
      <Bars points={points} series={series} y={y} height={height} />
      {series.map(
        ({ name, color, kind }, index) =>
          kind !== 'bar' && (
            <Line
              key={name}
              values={points.map(({ values }) => values[index] ?? null)}
              color={color}
              isArea={kind === 'area'}
              y={y}
              height={height}
            />
          ),
      )}
      <line
        x1={0}
        x2={points.length}
        y1={height - 0.5}
        y2={height - 0.5}
        stroke="var(--color-line-strong)"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

interface ScaledProps {
  y: (value: number) => number;
  height: number;
}

function Bars({ points, series, y, height }: Pick<DrawingProps, 'points' | 'series'> & ScaledProps) {
  return points.map(({ at, values }, place) => {
    let below = 0;
    return series.map(({ name, color, kind }, index) => {
      const value = values[index] ?? 0;
      if (kind !== 'bar' || value <= 0) return null;
      const from = y(below);
      below += value;
      const size = Math.max(1, from - y(below));
      return (
        <rect
          key={`${at} ${name}`}
          x={place + 0.12}
          y={Math.min(from - size, height - size)}
          width={0.76}
          height={size}
          fill={color}
        />
      );
    });
  });
}

function Line({
  values,
  color,
  isArea,
  y,
  height,
}: { values: readonly (number | null)[]; color: string; isArea: boolean } & ScaledProps) {
  return stretchesOf(values).map((stretch) => {
    const path = stretch.map(({ place, value }) => `${place + 0.5},${y(value)}`).join(' ');
    const [first, last] = [stretch[0]?.place ?? 0, stretch.at(-1)?.place ?? 0];
    const isDot = stretch.length === 1;
    return (
      <g key={first}>
        {isArea && (
          <polygon
            points={`${first + 0.5},${height} ${path} ${last + 0.5},${height}`}
            fill={color}
            fillOpacity={0.12}
          />
        )}
        <polyline
          points={
            isDot
              ? `${first + 0.3},${y(stretch[0]?.value ?? 0)} ${first + 0.7},${y(stretch[0]?.value ?? 0)}`
              : path
          }
          fill="none"
          stroke={color}
          strokeWidth={1.5}
          strokeLinejoin="round"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      </g>
    );
  });
}

/** Ranges of consecutive measured values. */
function stretchesOf(values: readonly (number | null)[]): { place: number; value: number }[][] {
  const stretches: { place: number; value: number }[][] = [];
  let isOpen = false;
  for (const [place, value] of values.entries()) {
    if (value !== null) {
      if (!isOpen) stretches.push([]);
      stretches.at(-1)?.push({ place, value });
    }
    isOpen = value !== null;
  }
  return stretches;
}
