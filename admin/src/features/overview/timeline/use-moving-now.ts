import { type RefObject, useEffect, useMemo, useState } from 'react';
import { useWatchedWidth } from './use-watched-width.js';
import { type Scale, scaleOf } from './zoom.js';

/** So long the drawing is only moved; then it is made anew around the present. */
const REDRAW_MS = 60_000;
/** In place of moving, for who wants nothing to move. */
const CALM_REDRAW_MS = 15_000;

export interface MovingNowOptions {
  /** What is moved: everything in it that is drawn with `translateX(var(--shift))`. */
  frame: RefObject<HTMLElement | null>;
  /** As wide as the time axis. */
  plot: RefObject<HTMLElement | null>;
  spanMs: number;
  /** When this becomes another, a drawing that does not move is made anew. */
  content: unknown;
}

/** The scale of a drawing around the present. Once a second the drawing is moved on, and nothing is rendered for it. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is new would stand to the right of now
  useEffect(() => {
    if (isCalm()) setBase(Date.now());
  }, [content]);
  return useMemo(() => scaleOf(base, spanMs, width), [base, spanMs, width]);
}

function isCalm(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
