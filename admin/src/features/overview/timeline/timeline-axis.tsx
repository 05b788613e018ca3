import { texts } from '../texts.js';
import { labelsOf, type Scale, ticksOf, xOf } from './zoom.js';

const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** The time labels and the present. */
export function Axis({ scale, tickMs }: { scale: Scale; tickMs: number }) {
  return (
    <svg aria-hidden="true" width="100%" height={24} className="absolute inset-0 overflow-hidden">
      <g style={{ transform: 'translateX(var(--shift))' }}>
        {labelsOf(scale, tickMs).map((at) => (
          <text
            key={at}
            x={xOf(scale, at)}
            y={16}
            textAnchor="middle"
            fill="var(--color-muted)"
            className="text-[0.6875rem]"
          >
            {CLOCK.format(at)}
          </text>
        ))}
      </g>
      <rect x={scale.half - 17} y={3} width={34} height={17} rx={4} fill="var(--color-accent)" />
      <text
        x={scale.half}
        y={15.5}
        textAnchor="middle"
        fill="var(--color-accent-ink)"
        className="text-[0.6875rem] font-medium"
      >
        {texts.timeline.now}
      </text>
    </svg>
  );
}

interface GridProps {
  scale: Scale;
  tickMs: number;
  completeFrom: number | undefined;
}

/** The background of the lanes: grid lines, the future, and the unknown past. */
export function Grid({ scale, tickMs, completeFrom }: GridProps) {
  return (
    <svg role="presentation" width="100%" height="100%" className="block">
      <defs>
        <pattern
          id="overview-skipped"
          width={4}
          height={4}
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width={4} height={4} fill="var(--color-surface)" />
          <line x1={0} x2={0} y1={0} y2={4} stroke="var(--color-grey)" strokeWidth={2} />
        </pattern>
      </defs>
      <rect x={scale.half} width={scale.half + 1} height="100%" fill="var(--color-canvas)" />
      <g style={{ transform: 'translateX(var(--shift))' }}>
        {completeFrom !== undefined && (
          <rect
            x={-scale.half}
            width={Math.max(0, xOf(scale, completeFrom) + scale.half)}
            height="100%"
            fill="var(--color-grey-soft)"
          />
        )}
        {ticksOf(scale, tickMs).map((at) => (
          <line
            key={at}
            x1={xOf(scale, at)}
            x2={xOf(scale, at)}
            y1={0}
            y2="100%"
            stroke="var(--color-line)"
          />
        ))}
      </g>
      <line x1={scale.half} x2={scale.half} y1={0} y2="100%" stroke="var(--color-accent)" strokeWidth={1.5} />
    </svg>
  );
}
