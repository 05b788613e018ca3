import { useNavigate } from '@tanstack/react-router';
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { texts } from '../texts.js';
import type { Lane } from './lanes.js';
import { MarkCard } from './mark-card.js';
import { marksOf } from './marks.js';
import { stepFrom } from './step.js';
import { Axis, Grid } from './timeline-axis.js';
import { TimelineLane } from './timeline-lane.js';
import { useMovingNow } from './use-moving-now.js';
import { CARD_WIDTH, type PointedMark, usePointedMark } from './use-pointed-mark.js';
import type { Zoom } from './zoom.js';

export interface TimelinePlotProps {
  lanes: readonly Lane[];
  zoom: Zoom;
  /** Runs before this time are not known. */
  completeFrom: number | undefined;
}

/** The axis and the lanes. Arrow keys move between marks, and a hovered or focused mark shows its details. */
export function TimelinePlot({ lanes, zoom, completeFrom }: TimelinePlotProps) {
  const navigate = useNavigate();
  const frame = useRef<HTMLDivElement>(null);
  const plot = useRef<HTMLDivElement>(null);
  const scale = useMovingNow({ frame, plot, spanMs: zoom.spanMs, content: lanes });
  const [active, setActive] = useState<string>();
  const { pxPerMs } = scale;
  const [pointed, point] = usePointedMark(frame, lanes, pxPerMs);
  const tabStop = useMemo(() => tabStopOf(lanes, active, pxPerMs), [lanes, active, pxPerMs]);

  function onFocus({ target }: FocusEvent): void {
    const mark = target.closest('[data-mark]')?.getAttribute('data-mark');
    if (mark) setActive(mark);
    point(target);
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.key === 'Escape' && pointed) point();
    const next = stepFrom(event.currentTarget, event.target as Element, event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.scrollIntoView({ block: 'nearest' });
  }

  function onClick(event: MouseEvent): void {
    const href = (event.target as Element).closest('a[data-mark]')?.getAttribute('href');
    if (!href || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void navigate({ href: href.replace(/^\/admin/, '') });
  }

  return (
    <div
      ref={frame}
      role="group"
      aria-label={texts.timeline.plot}
      className="relative"
      onPointerOver={(event: PointerEvent) => event.pointerType !== 'touch' && point(event.target)}
      onPointerLeave={() => point()}
      onFocus={onFocus}
      onBlur={() => point()}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <div className="grid sm:grid-cols-[11rem_minmax(0,1fr)]">
        <span className="hidden sm:block" />
        <div ref={plot} className="relative h-6">
          <Axis scale={scale} tickMs={zoom.tickMs} />
        </div>
      </div>
      <div className="relative">
        <div
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 right-0 left-0 sm:left-[11rem]"
        >
          <Grid scale={scale} tickMs={zoom.tickMs} completeFrom={completeFrom} />
        </div>
        {scale.half > 0 &&
          lanes.map((lane) => (
            <TimelineLane
              key={lane.id}
              lane={lane}
              scale={scale}
              tabStop={tabStop?.lane === lane.id ? tabStop.mark : undefined}
            />
          ))}
      </div>
      {pointed && <PointedCard {...pointed} />}
    </div>
  );
}

/** For the pointer only: links have the same text for screen readers. */
function PointedCard({ lane, mark, x, y }: PointedMark) {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute z-20 rounded-md border bg-raised px-2.5 py-2 text-xs shadow-pop"
      style={{ width: CARD_WIDTH, left: x, top: y }}
    >
      <MarkCard lane={lane} mark={mark} />
    </div>
  );
}

/** The mark that Tab focuses: the last focused one, otherwise the newest run of the first lane with a mark. */
function tabStopOf(
  lanes: readonly Lane[],
  active: string | undefined,
  pxPerMs: number,
): { lane: string; mark: string } | undefined {
  let first: { lane: string; mark: string } | undefined;
  for (const lane of lanes) {
    const { past, upcoming } = marksOf(lane, pxPerMs);
    const marks = [...past, ...upcoming];
    const found = marks.find(({ id }) => id === active);
    if (found) return { lane: lane.id, mark: found.id };
    const newest = past.at(-1) ?? upcoming[0];
    if (newest) first ??= { lane: lane.id, mark: newest.id };
  }
  return first;
}
