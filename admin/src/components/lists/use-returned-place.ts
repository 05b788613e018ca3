import { useLocation, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { TableSource } from './table-source.js';
import { scrollElement } from './use-scrolled-rows.js';

/** How far each entry of the history was scrolled, by its key. */
const places = new Map<string, number>();

/** After going back to a list, scrolls to where it was left. Loads the rows up to there. */
export function useReturnedPlace({
  rows,
  hasMore = false,
  isLoadingMore,
  loadMore,
}: TableSource<unknown>): void {
  const { pathname, key } = useLocation({
    select: (at) => ({ pathname: at.pathname, key: at.state.__TSR_key }),
  });
  // The router scrolls a page to its top once it is drawn.
  const isDrawn = useRouterState({ select: (at) => at.resolvedLocation?.state.__TSR_key === key });
  const page = useRef(pathname);
  const wanted = useRef(places.get(key ?? ''));

  useEffect(() => {
    const scroller = scrollElement();
    // The page stays for a moment after the address is that of the next one.
    if (!scroller || !key || pathname !== page.current) return;
    const remember = () => places.set(key, scroller.scrollTop);
    const giveUp = () => {
      wanted.current = undefined;
    };
    scroller.addEventListener('scroll', remember, { passive: true });
    for (const type of BY_USER) scroller.addEventListener(type, giveUp, { passive: true });
    return () => {
      scroller.removeEventListener('scroll', remember);
      for (const type of BY_USER) scroller.removeEventListener(type, giveUp);
    };
  }, [key, pathname]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `loadMore` is another function each time
  useEffect(() => {
    const scroller = scrollElement();
    if (!wanted.current || !isDrawn || !scroller || rows.length === 0 || isLoadingMore) return;
    if (hasMore && scroller.scrollHeight - scroller.clientHeight < wanted.current) return loadMore?.();
    scroller.scrollTop = wanted.current;
    wanted.current = undefined;
  }, [isDrawn, rows.length, hasMore, isLoadingMore]);
}

const BY_USER = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;
