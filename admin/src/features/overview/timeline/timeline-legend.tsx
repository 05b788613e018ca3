import type { ReactNode } from 'react';
import { statusColor } from '../../../components/facts/status-badge.js';
import { texts } from '../texts.js';

const t = texts.legend;

/** Explains the bars. */
export function TimelineLegend() {
  return (
    <span aria-hidden="true" className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Sample name={t.succeeded}>{bar(6, statusColor('completed'))}</Sample>
      <Sample name={t.failed}>{bar(12, statusColor('failed'))}</Sample>
      <Sample name={t.partial}>{bar(12, statusColor('partial'))}</Sample>
      <Sample name={t.running}>{bar(6, statusColor('running'))}</Sample>
      <Sample name={t.skipped}>
        <rect
          x={1}
          y={4.5}
          width={12}
          height={7}
          rx={1}
          fill="url(#overview-skipped)"
          stroke="var(--color-grey)"
        />
      </Sample>
      <Sample name={t.scheduled}>
        <rect
          x={4.5}
          y={3.5}
          width={5}
          height={9}
          rx={1.5}
          fill="var(--color-surface)"
          stroke="var(--color-grey)"
        />
      </Sample>
    </span>
  );
}

function bar(height: number, color: string): ReactNode {
  return <rect x={1} y={8 - height / 2} width={12} height={height} rx={1.5} fill={color} />;
}

function Sample({ name, children }: { name: string; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1">
      <svg aria-hidden="true" width={14} height={16}>
        {children}
      </svg>
      {name}
    </span>
  );
}
