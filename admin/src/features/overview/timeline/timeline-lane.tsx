import { Link, useRouter } from '@tanstack/react-router';
import { memo } from 'react';
import { statusColor } from '../../../components/facts/status-badge.js';
import { linkTo } from '../../../lib/link-to.js';
import type { Lane } from './lanes.js';
import { linkOf } from './mark-link.js';
import { sentenceOf } from './mark-words.js';
import {
  type Mark,
  MIN_WIDTH,
  marksOf,
  placeOf,
  type RunMark,
  statusPartsOf,
  type UpcomingMark,
} from './marks.js';
import { type Scale, xOf } from './zoom.js';

const HEIGHT = 26;
/** Vertical margin of bars. Important states use the full height of the lane. */
const INSET = 7;
const LOUD_INSET = 3;
/** Pixels around a narrow bar that still count as a hit. */
const REACH = 3;
const UPCOMING_WIDTH = 5;

const MOVED = { transform: 'translateX(var(--shift))' };

export interface TimelineLaneProps {
  lane: Lane;
  scale: Scale;
  /** The mark that Tab focuses, if it is in this lane. */
  tabStop: string | undefined;
}

/** A schedule's name and its runs. */
export const TimelineLane = memo(function TimelineLane({ lane, scale, tabStop }: TimelineLaneProps) {
  const { past, upcoming } = marksOf(lane, scale.pxPerMs);
  return (
    <div data-lane={lane.id} className="relative grid items-center sm:grid-cols-[11rem_minmax(0,1fr)]">
      <span className="min-w-0 truncate pr-3 text-xs sm:text-sm">
        {lane.isSchedule ? (
          <Link {...linkTo.schedule(lane.id)} title={lane.name} className="hover:underline">
            {lane.name}
          </Link>
        ) : (
          <span className="text-muted">{lane.name}</span>
        )}
      </span>
      <svg role="presentation" width="100%" height={HEIGHT} className="block border-b">
        <svg role="presentation" width={scale.half} height={HEIGHT}>
          <g style={MOVED}>
            {past.map((mark) => (
              <MarkLink key={mark.id} lane={lane} mark={mark} isTabStop={mark.id === tabStop}>
                <Bar mark={mark} scale={scale} tracks={tracksOf(past)} />
              </MarkLink>
            ))}
          </g>
        </svg>
        <svg role="presentation" x={scale.half} width={scale.half} height={HEIGHT}>
          <g style={MOVED}>
            {upcoming.map((mark) => (
              <MarkLink key={mark.id} lane={lane} mark={mark} isTabStop={mark.id === tabStop}>
                <UpcomingBar mark={mark} scale={scale} />
              </MarkLink>
            ))}
            {lane.isCut && <AndSoOn last={upcoming.at(-1)} scale={scale} />}
          </g>
        </svg>
      </svg>
    </div>
  );
});

interface MarkLinkProps {
  lane: Lane;
  mark: Mark;
  isTabStop: boolean;
  children: React.ReactNode;
}

function MarkLink({ lane, mark, isTabStop, children }: MarkLinkProps) {
  const { publicHref } = useRouter().buildLocation(linkOf(lane, mark));
  return (
    <a
      href={publicHref}
      data-mark={mark.id}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={sentenceOf(lane.name, mark)}
      className="outline-none hover:brightness-90 focus-visible:[&>.shape]:stroke-ink focus-visible:[&>.shape]:stroke-2"
    >
      {children}
    </a>
  );
}

function tracksOf(marks: readonly RunMark[]): number {
  return Math.max(1, ...marks.map(({ track }) => track + 1));
}

function Bar({ mark, scale, tracks }: { mark: RunMark; scale: Scale; tracks: number }) {
  const parts = statusPartsOf(mark.runs);
  const isLoud = parts.some(({ status }) => status === 'failed' || status === 'partial');
  const inset = tracks > 1 || isLoud ? LOUD_INSET : INSET;
  const trackHeight = (HEIGHT - 2 * inset) / tracks;
  const y = inset + mark.track * trackHeight;
  const height = trackHeight - (tracks > 1 ? 1 : 0);
  const place = placeOf(mark);
  const x = xOf(scale, place.start);
  // A running bar ends at the present, which is the end of the past half.
  const end = place.end === Number.POSITIVE_INFINITY ? 2 * scale.half : xOf(scale, place.end);
  const width = Math.max(MIN_WIDTH, end - x - (mark.cellMs === undefined ? 0 : 1.5));
  let below = y;
  return (
    <>
      <rect x={x - REACH} y={0} width={width + 2 * REACH} height={HEIGHT} fill="transparent" />
      {mark.kind === 'skipped' ? (
        <rect
          className="shape"
          x={x + 0.5}
          y={y + 0.5}
          width={Math.max(MIN_WIDTH, width - 1)}
          height={height - 1}
          rx={1}
          fill="url(#overview-skipped)"
          stroke="var(--color-grey)"
        />
      ) : (
        parts.map(({ status, count }) => {
          const share = (count / mark.runs.length) * height;
          below += share;
          const isWaiting = status === 'pending';
          return (
            <rect
              key={status}
              className="shape"
              x={x}
              y={below - share}
              width={width}
              height={share}
              rx={parts.length > 1 ? 0 : 1.5}
              fill={isWaiting ? 'var(--color-grey-soft)' : statusColor(status)}
              {...(isWaiting && { stroke: 'var(--color-grey)' })}
              {...(status === 'running' && { fillOpacity: 0.75 })}
            />
          );
        })
      )}
      {isCancelling(mark) && <line x1={x} x2={end} y1={y} y2={y + height} stroke="var(--color-grey)" />}
    </>
  );
}

function isCancelling({ runs: [run] }: RunMark): boolean {
  return run.runStatus === 'RUNNING' && run.cancelRequestedAt !== null;
}

function UpcomingBar({ mark, scale }: { mark: UpcomingMark; scale: Scale }) {
  const x = xOf(scale, placeOf(mark).start) - scale.half;
  return (
    <>
      <rect x={x - REACH} y={0} width={UPCOMING_WIDTH + 2 * REACH} height={HEIGHT} fill="transparent" />
      <rect
        className="shape"
        x={x + 0.5}
        y={INSET + 0.5}
        width={UPCOMING_WIDTH - 1}
        height={HEIGHT - 2 * INSET - 1}
        rx={1.5}
        fill="var(--color-surface)"
        stroke="var(--color-grey)"
      />
    </>
  );
}

/** Shows that there are more upcoming runs than were read. */
function AndSoOn({ last, scale }: { last: UpcomingMark | undefined; scale: Scale }) {
  if (!last) return null;
  return (
    <line
      x1={xOf(scale, last.start) - scale.half + 2 * UPCOMING_WIDTH}
      x2={2 * scale.half}
      y1={HEIGHT / 2}
      y2={HEIGHT / 2}
      stroke="var(--color-line-strong)"
      strokeDasharray="2 4"
    />
  );
}
