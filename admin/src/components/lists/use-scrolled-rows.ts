import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { focusOnceDrawn } from '../../lib/focus/focus-once-drawn.js';
import { useStablePlace } from './use-stable-place.js';

export interface ScrolledRowsOptions {
  /** IDs by index, with holes for rows that are not loaded. */
  rows: readonly { id: string }[];
  /** Pixels. For rows of unknown height, an estimate. */
  rowHeight: number;
  /** Further rows that are drawn on either side of the visible ones. */
  overscan: number;
  /** See `useStablePlace`. */
  isStale?: boolean | undefined;
  /** The place of the rows is measured again when this changes. */
  layout?: unknown;
  /** Called with the visible range. */
  onRange?: ((first: number, last: number) => void) | undefined;
  /** What of a row takes the focus, as a selector below `data-index`. Defaults to the row. */
  focusable?: string;
}

/** The visible rows of a list of any length as the page scrolls, and the focus among them. */
export function useScrolledRows(options: ScrolledRowsOptions) {
  const { rows, rowHeight, overscan, isStale = false, layout, onRange, focusable = '' } = options;
  const body = useRef<HTMLDivElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  const [active, setActive] = useState(0);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: scrollElement,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan,
    scrollMargin,
    initialRect: { width: 1_200, height: 900 },
  });
  const items = virtualizer.getVirtualItems();
  useStablePlace({ rows, isStale, virtualizer, margin: scrollMargin });

  const hasRows = rows.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: either of these replaces or moves the body
  useLayoutEffect(() => {
    const scroller = scrollElement();
    if (!body.current || !scroller) return;
    const top = body.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
    setScrollMargin(top + scroller.scrollTop);
  }, [hasRows, layout]);

  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => onRange?.(first, last), [onRange, first, last]);

  function focusRow(index: number): void {
    const next = Math.max(0, Math.min(rows.length - 1, index));
    setActive(next);
    virtualizer.scrollToIndex(next, { align: 'auto' });
    focusOnceDrawn(() => body.current?.querySelector<HTMLElement>(`[data-index="${next}"] ${focusable}`));
  }

  return {
    body,
    /** The rows to draw, each with `top` in pixels from the top of the body. */
    items: items.map((item) => ({ ...item, top: item.start - scrollMargin })),
    height: virtualizer.getTotalSize(),
    measure: virtualizer.measureElement,
    last,
    /** The row that has or had the focus. */
    active: Math.min(active, Math.max(0, rows.length - 1)),
    setActive,
    focusRow,
  };
}

/** The `main` element of the shell scrolls, not the window. */
export function scrollElement(): HTMLElement | null {
  return document.getElementById('content');
}
