import { type RefObject, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { isCalm } from '../../../lib/media.js';
import { type Scale, scaleOf } from './zoom.js';

/** For this long the drawing is only moved. Then it is drawn again around the present. */
const REDRAW_MS = 60_000;
/** Used instead of movement for users who prefer reduced motion. */
const CALM_REDRAW_MS = 15_000;

export interface MovingNowOptions {
  /** The moving element: everything in it that is drawn with `translateX(var(--shift))`. */
  frame: RefObject<HTMLElement | null>;
  /** An element as wide as the time axis. */
  plot: RefObject<HTMLElement | null>;
  spanMs: number;
  /** A drawing that does not move is redrawn when this changes. */
  content: unknown;
}

/** The scale of a drawing around the present. The drawing moves once a second without rendering. */
export function useMovingNow({ frame, plot, spanMs, content }: MovingNowOptions): Scale {
  const width = useWatchedWidth(plot);
  const [base, setBase] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(
      () => {
        const past = Date.now() - base;
        if (isCalm() || past >= REDRAW_MS) setBase(Date.now());
        else frame.current?.style.setProperty('--shift', `${-past * (width / 2 / spanMs)}px`);
      },
      isCalm() ? CALM_REDRAW_MS : 1_000,
    );
    frame.current?.style.setProperty('--shift', '0px');
    return () => clearInterval(timer);
  }, [frame, base, spanMs, width]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new runs would be drawn to the right of the present
  useEffect(() => {
    if (isCalm()) setBase(Date.now());
  }, [content]);
  return useMemo(() => scaleOf(base, spanMs, width), [base, spanMs, width]);
}

/** Width in pixels. 0 until it is known. */
function useWatchedWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)));
    observer.observe(element.current);
    setWidth(Math.floor(element.current.getBoundingClientRect().width));
    return () => observer.disconnect();
  }, [element]);
  return width;
}
