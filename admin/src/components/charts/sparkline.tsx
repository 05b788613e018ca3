import { type Status, statusColor } from '../facts/status-badge.js';

export interface SparklineProps {
  /** A description in words: `98% of the last 30 runs succeeded`. */
  label: string;
  /** Oldest first. `value` is the height; without it, all bars have the same. */
  bars: readonly { status: Status; value?: number }[];
}

const BAR = 4;
const GAP = 2;
const HEIGHT = 18;

/** Outcomes as small bars. */
export function Sparkline({ label, bars }: SparklineProps) {
  const max = Math.max(1, ...bars.map(({ value = 1 }) => value));
  const width = Math.max(1, bars.length * (BAR + GAP) - GAP);
  return (
    <svg role="img" aria-label={label} width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`}>
      {bars.map(({ status, value = max }, index) => {
        const size = Math.max(2, (value / max) * HEIGHT);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is identified by its position
            key={index}
            x={index * (BAR + GAP)}
            y={HEIGHT - size}
            width={BAR}
            height={size}
            rx={1}
            fill={status === 'skipped' || status === 'pending' ? 'none' : statusColor(status)}
            stroke={status === 'skipped' || status === 'pending' ? statusColor(status) : 'none'}
          />
        );
      })}
    </svg>
  );
}
