import type { CombinedError } from '@urql/core';
import { type ReactNode, useEffect } from 'react';
import { cn } from '../../lib/class-names.js';
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
import { scrollElement, useScrolledRows } from './use-scrolled-rows.js';

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
  const { label, list, link, onOpen, rowLabel, sort, selection, actions, rowHeight = 38 } = props;
  const { rows, hasMore = false, isLoadingMore = false, loadMore } = list;
  const isNarrow = useIsNarrow();
  const columns = useVisible(props.columns, isNarrow);
  const scrolled = useScrolledRows({
    rows,
    rowHeight: isNarrow ? CARD_HEIGHT : rowHeight,
    overscan: 12,
    layout: isNarrow,
    onRange: list.onRange,
  });
  const { last, active, focusRow } = scrolled;
  useEffect(() => {
    if (hasMore && !isLoadingMore && last >= rows.length - 20) loadMore?.();
  }, [hasMore, isLoadingMore, last, rows.length, loadMore]);

  /** IDs of the loaded rows, without holes. */
  const rowIds = () => rows.flatMap((row) => row.id);

  function select(id: string, isRange: boolean): void {
    if (isRange) selection?.extend(id, rowIds());
    else selection?.toggle(id);
  }

  const move = (step: number) => {
    const isRowFocused = scrolled.body.current?.contains(document.activeElement);
    focusRow(isRowFocused ? active + step : active);
  };
  const selectActive = (isRange: boolean) => rows[active] && select(rows[active].id, isRange);
  const keys = [
    { keys: 'j', label: 'Next row', run: () => move(1) },
    { keys: 'k', label: 'Previous row', run: () => move(-1) },
    ...(selection
      ? [
          { keys: 'x', label: 'Select row', run: () => selectActive(false) },
          { keys: 'X', label: 'Select a range of rows', run: () => selectActive(true) },
          { keys: 'Escape', label: 'Clear selection', run: selection.clear },
        ]
      : []),
  ];
  useShortcuts(keys.map((each) => ({ ...each, group: 'Tables' })));

  if (rows.length === 0) return <NoRows {...props} />;
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
          <div ref={scrolled.body} role="rowgroup" className="relative" style={{ height: scrolled.height }}>
            {scrolled.items.map(({ key, index, top, size }) => {
              const row = rows[index];
              return row ? (
                <TableRow
                  key={key}
                  row={row}
                  name={rowLabel?.(row) ?? row.id}
                  index={index}
                  columns={columns}
                  tracks={tracks}
                  top={top}
                  minHeight={rowHeight}
                  measure={isNarrow ? scrolled.measure : undefined}
                  isCard={isNarrow}
                  isTabStop={index === active}
                  link={link}
                  onOpen={onOpen}
                  selection={selection}
                  onFocus={() => scrolled.setActive(index)}
                  onSelect={(isRange) => select(row.id, isRange)}
                  onMove={(step) => focusRow(index + step)}
                />
              ) : (
                <RowToCome key={key} index={index} top={top} height={size} />
              );
            })}
          </div>
        </InGridContext>
      </div>
      <TableFooter list={list} />
      {selection && selection.ids.length > 0 && (
        <SelectionBar selection={selection}>{actions?.(selection.ids)}</SelectionBar>
      )}
    </div>
  );
}

/** Instead of the rows: that they are loading or could not be loaded, or that there are none. */
function NoRows({
  label,
  list,
  isFiltered,
  empty,
}: Pick<DataTableProps<never>, 'label' | 'isFiltered' | 'empty'> & { list: TableSource<unknown> }) {
  const what = lowerFirst(label);
  if (list.error)
    return <ErrorState title={`Could not load ${what}`} error={list.error} onRetry={list.refetch} />;
  if (list.isLoading) return <TableSkeleton label={label} />;
  return (
    <>
      {isFiltered ? <EmptyState title={`No ${what} match the filter`} /> : empty}
      {list.searchedBack && (
        <p className="pb-6 text-center text-xs text-muted">
          <SearchedBack at={list.searchedBack} />
        </p>
      )}
    </>
  );
}

function SelectionBar({ selection, children }: { selection: Selection; children: ReactNode }) {
  return (
    <div
      role="toolbar"
      aria-label="Actions on the selection"
      className="rise sticky bottom-4 z-20 mx-auto mt-2 flex flex-wrap items-center gap-2 rounded-lg border bg-raised px-3 py-2 shadow-pop"
    >
      <span role="status" className="mr-1 font-medium">
        {selection.ids.length} selected
      </span>
      {children}
      <Button variant="ghost" size="sm" onClick={selection.clear}>
        Clear selection
      </Button>
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
