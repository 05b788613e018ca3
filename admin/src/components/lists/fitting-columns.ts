import { useLayoutEffect, useState } from 'react';
import { useIsNarrow, useVisible } from '../../lib/media.js';
import type { Column } from './table-column.js';

type Sized = Pick<Column<unknown>, 'header' | 'width' | 'from'>;

export const DEFAULT_WIDTH = 'minmax(6rem,1fr)';
const REM = 16;
/** Between columns, and at both sides of a row. */
const [GAP, PADDING, CHECKBOX] = [16, 48, 28];
const FIRST_TO_GO = ['2xl', 'xl', 'lg', 'md'] as const;

/**
 * The columns for which `room` pixels suffice: those that may be hidden go one by one, from the right. Undefined
 * if there is no room even without them.
 */
export function fittingColumns<C extends Sized>(
  columns: readonly C[],
  room: number,
  hasCheckboxes: boolean,
): readonly C[] | undefined {
  let shown = columns;
  const needed = () =>
    shown.reduce(
      (sum, { width }) => sum + leastOf(width) + GAP,
      PADDING - GAP + (hasCheckboxes ? CHECKBOX : 0),
    );
  for (const from of FIRST_TO_GO) {
    for (const column of columns.filter((each) => each.from === from).reverse()) {
      if (needed() <= room) return shown;
      shown = shown.filter((each) => each !== column);
    }
  }
  return needed() <= room ? shown : undefined;
}

/** `minmax(12rem,2fr)` and `12rem` need 12 rem. */
function leastOf(width = DEFAULT_WIDTH): number {
  return Number(/[\d.]+(?=rem)/.exec(width)?.[0] ?? 0) * REM;
}

interface Fitting<Row> {
  /** Goes on the element whose width the table has. */
  ref: (element: HTMLElement | null) => void;
  columns: readonly Column<Row>[];
  /** Rows are cards with all columns: on phones, and where not even the necessary columns have room. */
  isCard: boolean;
}

/** The columns of a table in the room that it has, which depends on the window and on panels beside it. */
export function useFittingColumns<Row>(all: readonly Column<Row>[], hasCheckboxes: boolean): Fitting<Row> {
  const [host, setHost] = useState<HTMLElement | null>(null);
  const [room, setRoom] = useState<number>();
  useLayoutEffect(() => {
    if (!host) return;
    const measure = () => setRoom(host.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(host);
    return () => observer.disconnect();
  }, [host]);
  const isNarrow = useIsNarrow();
  const visible = useVisible(all, isNarrow);
  // Until it is measured, it counts as wide enough.
  const fitting = isNarrow
    ? undefined
    : fittingColumns(visible, room ?? Number.POSITIVE_INFINITY, hasCheckboxes);
  return { ref: setHost, columns: fitting ?? all, isCard: fitting === undefined };
}
