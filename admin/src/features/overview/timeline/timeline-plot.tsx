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
import { type Mark, marksOf } from './marks.js';
import { stepFrom } from './step.js';
import { Axis, Grid } from './timeline-axis.js';
import { TimelineLane } from './timeline-lane.js';
import { useMovingNow } from './use-moving-now.js';
import type { Zoom } from './zoom.js';

export interface TimelinePlotProps {
  lanes: readonly Lane[];
  zoom: Zoom;
  /** Runs before this time are not known. */
  completeFrom: number | undefined;
}

interface Pointed {
  laneId: string;
  markId: string;
  /** Pixels within the frame. */
  x: number;
  y: number;
}

const CARD_WIDTH = 272;

/** The axis and the lanes. Arrow keys move between marks, and a hovered or focused mark shows its details. */
export function TimelinePlot({ lanes, zoom, completeFrom }: TimelinePlotProps) {
  const navigate = useNavigate();
  const frame = useRef<HTMLDivElement>(null);
  const plot = useRef<HTMLDivElement>(null);
  const scale = useMovingNow({ frame, plot, spanMs: zoom.spanMs, content: lanes });
  const [active, setActive] = useState<string>();
  const [pointed, setPointed] = useState<Pointed>();
  const { pxPerMs } = scale;
  const tabStop = useMemo(() => tabStopOf(lanes, active, pxPerMs), [lanes, active, pxPerMs]);

  function point(target: EventTarget): void {
    const link = (target as Element).closest('[data-mark]');
    if (!link || !frame.current) {
      setPointed(undefined);
      return;
    }
    const markId = link.getAttribute('data-mark') ?? '';
    const laneId = link.closest('[data-lane]')?.getAttribute('data-lane') ?? '';
    const box = (link.querySelector('.shape') ?? link).getBoundingClientRect();
    const { left, top, width } = frame.current.getBoundingClientRect();
    // For a long bar, the visible part counts.
    const middle = (Math.max(box.left, left) + Math.min(box.right, left + width)) / 2 - left;
    const x = Math.max(0, Math.min(width - CARD_WIDTH, middle - CARD_WIDTH / 2));
    setPointed({ laneId, markId, x, y: box.bottom - top + 8 });
  }

  function onFocus({ target }: FocusEvent): void {
    const mark = target.closest('[data-mark]')?.getAttribute('data-mark');
    if (mark) setActive(mark);
    point(target);
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.key === 'Escape' && pointed) setPointed(undefined);
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

  const shown = pointed && find(lanes, pointed, pxPerMs);
  return (
    <div
      ref={frame}
      role="group"
      aria-label={texts.timeline.plot}
      className="relative"
      onPointerOver={(event: PointerEvent) => event.pointerType !== 'touch' && point(event.target)}
      onPointerLeave={() => setPointed(undefined)}
      onFocus={onFocus}
      onBlur={() => setPointed(undefined)}
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
      {shown && (
        <div
          aria-hidden="true"
          className="pointer-events-none absolute z-20 rounded-md border bg-raised px-2.5 py-2 text-xs shadow-pop"
          style={{ width: CARD_WIDTH, left: pointed.x, top: pointed.y }}
        >
          <MarkCard lane={shown.lane} mark={shown.mark} />
        </div>
      )}
    </div>
  );
}

function find(
  lanes: readonly Lane[],
  { laneId, markId }: Pointed,
  pxPerMs: number,
): { lane: Lane; mark: Mark } | undefined {
  const lane = lanes.find(({ id }) => id === laneId);
  if (!lane) return undefined;
  const { past, upcoming } = marksOf(lane, pxPerMs);
  const mark = [...past, ...upcoming].find(({ id }) => id === markId);
  return mark && { lane, mark };
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
