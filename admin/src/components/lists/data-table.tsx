import { useVirtualizer } from '@tanstack/react-virtual';
import type { CombinedError } from '@urql/core';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { cn } from '../../lib/class-names.js';
import { focusOnceDrawn } from '../../lib/focus-once-drawn.js';
import type { LinkTarget } from '../../lib/link-target.js';
import { useIsNarrow, useVisible } from '../../lib/media.js';
import { useShortcuts } from '../../lib/shortcuts.js';
import { type CountPrecision, countText } from '../../lib/text/count-text.js';
import { lowerFirst } from '../../lib/text/lower-first.js';
import type { Selection } from '../../lib/use-selection.js';
import type { Sort } from '../../lib/use-sort.js';
import { Button } from '../button.js';
import { Time } from '../facts/time.js';
import { EmptyState, ErrorState, Skeleton } from '../states.js';
import { TableHeader } from './data-table-header.js';
import { TableRow } from './data-table-row.js';
import { InGridContext } from './grid-context.js';
import type { Column } from './table-column.js';

export type { Column } from './table-column.js';

/** The rows of the table: a `LiveList`, or its parts. */
export interface TableSource<Row> {
  rows: readonly Row[];
  totalCount?: number | undefined;
  totalCountPrecision?: CountPrecision | undefined;
  searchedBack?: string | undefined;
  error?: CombinedError | undefined;
  isLoading?: boolean;
  isStale?: boolean;
  isLoadingMore?: boolean;
  hasMore?: boolean;
  loadMore?: () => void;
  isBehind?: boolean;
  refetch?: () => void;
  /** If `rows` has holes for rows that are not loaded, called with the visible range. */
  onRange?: (first: number, last: number) => void;
}

export interface DataTableProps<Row extends { id: string }> {
  /** Label for screen readers: `Agents`. */
  label: string;
  list: TableSource<Row>;
  /** The first column holds the name of the row, which is its link and the heading of its card. */
  columns: readonly Column<Row>[];
  /** Target of Enter and click, below /admin: `/agents/x`. */
  link?: (row: Row) => LinkTarget;
  /** Called on Enter and click if rows have no page of their own. */
  onOpen?: (row: Row) => void;
  /** Name of the row for screen readers. Defaults to its ID. */
  rowLabel?: (row: Row) => string;
  /** From `useSort`. */
  sort?: Sort;
  /** From `useSelection`. Adds checkboxes, the key `x`, and a bar with `actions`. */
  selection?: Selection;
  /** Buttons for the selected rows. */
  actions?: (ids: readonly string[]) => ReactNode;
  /** Whether `list` is filtered. If so, an empty table says that nothing matches the filter. */
  isFiltered?: boolean;
  /** Shown if there are no rows and no filter: an `EmptyState`. */
  empty: ReactNode;
  rowHeight?: number;
}

const CARD_HEIGHT = 96;

/**
 * A list of any length. Only visible rows are drawn, more are loaded near the end, and phones show
 * cards. `j`, `k` and the arrow keys move, Enter opens, `x` selects, `X` (or Shift with a click or
 * Space) selects a range, and Esc clears the selection.
 */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const { label, list, link, onOpen, rowLabel, sort, selection, actions, empty, rowHeight = 38 } = props;
  const { rows, hasMore = false, isLoadingMore = false, loadMore } = list;
  const isNarrow = useIsNarrow();
  const columns = useVisible(props.columns, isNarrow);
  const body = useRef<HTMLDivElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  const [active, setActive] = useState(0);
  const current = Math.min(active, Math.max(0, rows.length - 1));

  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: scrollElement,
    estimateSize: () => (isNarrow ? CARD_HEIGHT : rowHeight),
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 12,
    scrollMargin,
    initialRect: { width: 1_200, height: 900 },
  });
  const items = virtualizer.getVirtualItems();

  const hasRows = rows.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: either of these replaces or moves the body
  useLayoutEffect(() => {
    const scroller = scrollElement();
    if (!body.current || !scroller) return;
    const top = body.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
    setScrollMargin(top + scroller.scrollTop);
  }, [hasRows, isNarrow]);

  const lastShown = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && !isLoadingMore && lastShown >= rows.length - 20) loadMore?.();
  }, [hasMore, isLoadingMore, lastShown, rows.length, loadMore]);

  function focusRow(index: number): void {
    const next = Math.max(0, Math.min(rows.length - 1, index));
    setActive(next);
    virtualizer.scrollToIndex(next, { align: 'auto' });
    focusOnceDrawn(() => body.current?.querySelector<HTMLElement>(`[data-index="${next}"]`));
  }

  const firstShown = items[0]?.index ?? 0;
  const { onRange } = list;
  useEffect(() => onRange?.(firstShown, lastShown), [onRange, firstShown, lastShown]);

  /** IDs of the loaded rows, without holes. */
  const rowIds = () => rows.flatMap((row) => row.id);

  function select(id: string, isRange: boolean): void {
    if (isRange) selection?.extend(id, rowIds());
    else selection?.toggle(id);
  }

  useShortcuts([
    {
      keys: 'j',
      label: 'Next row',
      group: 'Tables',
      run: () => focusRow(isRowFocused() ? current + 1 : current),
    },
    {
      keys: 'k',
      label: 'Previous row',
      group: 'Tables',
      run: () => focusRow(isRowFocused() ? current - 1 : current),
    },
    ...(selection
      ? [
          {
            keys: 'x',
            label: 'Select row',
            group: 'Tables',
            run: () => rows[current] && select(rows[current].id, false),
          },
          {
            keys: 'X',
            label: 'Select a range of rows',
            group: 'Tables',
            run: () => rows[current] && select(rows[current].id, true),
          },
          { keys: 'Escape', label: 'Clear selection', group: 'Tables', run: selection.clear },
        ]
      : []),
  ]);

  function isRowFocused(): boolean {
    return body.current?.contains(document.activeElement) ?? false;
  }

  if (rows.length === 0 && list.error) {
    return (
      <ErrorState title={`Could not load ${lowerFirst(label)}`} error={list.error} onRetry={list.refetch} />
    );
  }
  if (rows.length === 0 && list.isLoading) return <TableSkeleton label={label} />;
  if (rows.length === 0) {
    return (
      <>
        {props.isFiltered ? <EmptyState title={`No ${lowerFirst(label)} match the filter`} /> : empty}
        {list.searchedBack && (
          <p className="pb-6 text-center text-xs text-muted">
            <SearchedBack at={list.searchedBack} />
          </p>
        )}
      </>
    );
  }

  const tracks = columns.map(({ width = 'minmax(6rem,1fr)' }) => width).join(' ');
  return (
    <div className="flex flex-col">
      {list.isBehind && (
        <div className="flex justify-center border-b bg-accent-soft py-1">
          <Button
            size="sm"
            variant="ghost"
            onClick={() => {
              list.refetch?.();
              scrollElement()?.scrollTo({ top: 0 });
            }}
          >
            Show latest rows
          </Button>
        </div>
      )}
      <div
        role="grid"
        aria-label={label}
        aria-rowcount={list.totalCount === undefined || isInexact(list) ? -1 : list.totalCount + 1}
        aria-multiselectable={selection ? true : undefined}
        aria-busy={list.isStale || undefined}
        className={cn('transition-opacity', list.isStale && 'opacity-60')}
      >
        <TableHeader
          columns={columns}
          tracks={tracks}
          sort={sort}
          selection={selection}
          rowIds={rowIds}
          isHidden={isNarrow}
        />
        <InGridContext value={true}>
          <div ref={body} role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize() }}>
            {items.map((item) => {
              const row = rows[item.index];
              const top = item.start - scrollMargin;
              return row ? (
                <TableRow
                  key={item.key}
                  row={row}
                  name={rowLabel?.(row) ?? row.id}
                  index={item.index}
                  columns={columns}
                  tracks={tracks}
                  top={top}
                  minHeight={rowHeight}
                  measure={isNarrow ? virtualizer.measureElement : undefined}
                  isCard={isNarrow}
                  isTabStop={item.index === current}
                  link={link}
                  onOpen={onOpen}
                  selection={selection}
                  onFocus={() => setActive(item.index)}
                  onSelect={(isRange) => select(row.id, isRange)}
                  onMove={(step) => focusRow(item.index + step)}
                />
              ) : (
                <RowToCome key={item.key} index={item.index} top={top} height={item.size} />
              );
            })}
          </div>
        </InGridContext>
      </div>
      <TableFooter list={list} />
      {selection && selection.ids.length > 0 && (
        <div
          role="toolbar"
          aria-label="Actions on the selection"
          className="rise sticky bottom-4 z-20 mx-auto mt-2 flex flex-wrap items-center gap-2 rounded-lg border bg-raised px-3 py-2 shadow-pop"
        >
          <span role="status" className="mr-1 font-medium">
            {selection.ids.length} selected
          </span>
          {actions?.(selection.ids)}
          <Button variant="ghost" size="sm" onClick={selection.clear}>
            Clear selection
          </Button>
        </div>
      )}
    </div>
  );
}

/** Placeholder for a row that is being loaded. */
function RowToCome({ index, top, height }: { index: number; top: number; height: number }) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-busy="true"
      className="absolute inset-x-0 flex items-center border-b px-4 md:px-6"
      style={{ transform: `translateY(${top}px)`, height }}
    >
      <div role="gridcell" className="w-full">
        <Skeleton className="w-1/3" />
      </div>
    </div>
  );
}

function isInexact({ totalCountPrecision }: Pick<TableSource<unknown>, 'totalCountPrecision'>): boolean {
  return totalCountPrecision !== undefined && totalCountPrecision !== 'EXACT';
}

/** The `main` element of the shell scrolls, not the window. */
function scrollElement(): HTMLElement | null {
  return document.getElementById('content');
}

function TableFooter<Row>({ list }: { list: TableSource<Row> }) {
  const { rows, totalCount, totalCountPrecision, searchedBack, hasMore = false } = list;
  const { isLoadingMore, loadMore, error, refetch } = list;
  return (
    <div className="flex min-h-9 items-center gap-3 px-4 py-2 text-xs text-muted md:px-6">
      <span role="status">
        {countText({ shown: rows.length, hasMore, totalCount, precision: totalCountPrecision })}
      </span>
      {hasMore && (
        <Button size="sm" variant="ghost" isBusy={isLoadingMore ?? false} onClick={() => loadMore?.()}>
          Load more
        </Button>
      )}
      {searchedBack && <SearchedBack at={searchedBack} />}
      {error && (
        <span role="alert" className="text-red">
          Could not refresh.{' '}
          <button type="button" className="underline" onClick={() => refetch?.()}>
            Try again
          </button>
        </span>
      )}
    </div>
  );
}

/** A search examines the newest rows. An ID is found however old it is. */
function SearchedBack({ at }: { at: string }) {
  return (
    <span>
      Searched back to <Time at={at} show="absolute" />
    </span>
  );
}

function TableSkeleton({ label }: { label: string }) {
  return (
    <div role="status">
      <span className="sr-only">Loading {lowerFirst(label)}…</span>
      {Array.from({ length: 8 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <div key={index} className="flex h-9.5 items-center gap-6 border-b px-4 md:px-6">
          <Skeleton className="w-1/4" />
          <Skeleton className="w-1/6" />
          <Skeleton className="hidden w-1/5 md:block" />
        </div>
      ))}
    </div>
  );
}
