import type { Virtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef } from 'react';

interface Rows {
  rows: readonly { id: string }[];
  /** Whether the rows belong to an earlier filter or order, so that their places mean nothing for those to come. */
  isStale: boolean;
  virtualizer: Virtualizer<HTMLElement, Element>;
  /** Pixels from the top of the scrolled content to the first row. */
  margin: number;
}

/**
 * Keeps visible rows where they are on the screen while rows are added or removed above them. At the top of the
 * list, new rows push the others down, so that they are seen.
 */
export function useStablePlace({ rows, isStale, virtualizer, margin }: Rows): void {
  const seen = useRef<ReadonlyMap<string, number>>(new Map());
  // biome-ignore lint/correctness/useExhaustiveDependencies: only other rows can move those that are seen
  useLayoutEffect(() => {
    const scroller = virtualizer.scrollElement;
    if (!scroller || scroller.scrollTop <= margin) return;
    const moves = rows.flatMap(({ id }, index) => {
      const before = seen.current.get(id);
      const place = virtualizer.measurementsCache[index];
      return before === undefined || !place ? [] : place.start - before;
    });
    // One of them may have moved in the order. What most of them did is what the user sees.
    const moved = moves.sort((a, b) => a - b)[Math.floor(moves.length / 2)];
    if (moved) scroller.scrollTop += moved;
  }, [rows]);
  useLayoutEffect(() => {
    const { startIndex = 0, endIndex = -1 } = virtualizer.range ?? {};
    const places = isStale ? [] : virtualizer.measurementsCache.slice(startIndex, endIndex + 1);
    seen.current = new Map(
      places.flatMap(({ index, start }) => {
        const row = rows[index];
        return row ? [[row.id, start]] : [];
      }),
    );
  });
}
