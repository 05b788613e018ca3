import { type ReactNode, type RefObject, useEffect } from 'react';
import { cn } from '../../lib/class-names.js';
import { useShortcuts } from '../../lib/keys/shortcuts.js';
import type { LinkTarget } from '../../lib/link-target.js';
import { Button } from '../button.js';
import type { EmptyStateProps } from '../states.js';
import { TableHeader } from './data-table-header.js';
import { TableRow } from './data-table-row.js';
import { LatestRows, ListFooter, NoRows, RowToCome } from './data-table-states.js';
import { DEFAULT_WIDTH, useFittingColumns } from './fitting-columns.js';
import { InGridContext } from './grid-context.js';
import type { Column } from './table-column.js';
import type { TableSource } from './table-source.js';
import { useReturnedPlace } from './use-returned-place.js';
import { useScrolledRows } from './use-scrolled-rows.js';
import type { Selection } from './use-selection.js';
import type { Sort } from './use-sort.js';

export type { Column } from './table-column.js';

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
  /** Shown if there are no rows and no filter. */
  empty: EmptyStateProps;
  rowHeight?: number;
}

const CARD_HEIGHT = 96;

/**
 * A list of any length. Only visible rows are drawn, more are loaded near the end, and rows are cards
 * where the columns have no room. `j`, `k` and the arrow keys move, Enter opens, `x` selects, `X` (or Shift
 * with a click or Space) selects a range, and Esc clears the selection.
 */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const { label, list, link, onOpen, rowLabel, sort, selection, actions, rowHeight = 38 } = props;
  const { rows } = list;
  const { ref, columns, isCard } = useFittingColumns(props.columns, selection !== undefined);
  const scrolled = useScrolledRows({
    rows,
    rowHeight: isCard ? CARD_HEIGHT : rowHeight,
    overscan: 12,
    layout: isCard,
    isStale: list.isStale,
    onRange: list.onRange,
  });
  useLoadingMore(list, scrolled.last);
  useReturnedPlace(list);
  /** IDs of the loaded rows, without holes. */
  const rowIds = () => rows.flatMap((row) => row.id);
  const select = (id: string, isRange: boolean) =>
    isRange ? selection?.extend(id, rowIds()) : selection?.toggle(id);
  useRowKeys({ rows, scrolled, selection, select });

  if (rows.length === 0) return <NoRows {...props} />;
  const tracks = columns.map(({ width = DEFAULT_WIDTH }) => width).join(' ');
  return (
    <div ref={ref} className="flex flex-col">
      {list.isBehind && <LatestRows refetch={list.refetch} />}
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
          isHidden={isCard}
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
                  measure={isCard ? scrolled.measure : undefined}
                  isCard={isCard}
                  isTabStop={index === scrolled.active}
                  link={link}
                  onOpen={onOpen}
                  selection={selection}
                  onFocus={() => scrolled.setActive(index)}
                  onSelect={(isRange) => select(row.id, isRange)}
                  onMove={(step) => scrolled.focusRow(index + step)}
                />
              ) : (
                <RowToCome key={key} index={index} top={top} height={size} />
              );
            })}
          </div>
        </InGridContext>
      </div>
      <ListFooter list={list} />
      {selection && selection.ids.length > 0 && (
        <SelectionBar selection={selection} rowIds={isCard ? rowIds() : undefined} body={scrolled.body}>
          {actions?.(selection.ids)}
        </SelectionBar>
      )}
    </div>
  );
}

/** Loads the next page when its rows are about to be seen. */
function useLoadingMore(list: TableSource<unknown>, last: number): void {
  const { rows, hasMore = false, isLoadingMore = false, loadMore } = list;
  useEffect(() => {
    if (hasMore && !isLoadingMore && last >= rows.length - 20) loadMore?.();
  }, [hasMore, isLoadingMore, last, rows.length, loadMore]);
}

interface RowKeys {
  rows: readonly { id: string }[];
  scrolled: ReturnType<typeof useScrolledRows>;
  selection: Selection | undefined;
  select: (id: string, isRange: boolean) => void;
}

function useRowKeys({ rows, scrolled: { active, body, focusRow }, selection, select }: RowKeys): void {
  const move = (step: number) =>
    focusRow(body.current?.contains(document.activeElement) ? active + step : active);
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
}

interface SelectionBarProps {
  selection: Selection;
  /** The rows shown, if the table has no header in which to select them all. */
  rowIds: readonly string[] | undefined;
  /** The element with the rows. */
  body: RefObject<HTMLElement | null>;
  children: ReactNode;
}

function SelectionBar({ selection, rowIds, body, children }: SelectionBarProps) {
  useEffect(() => () => queueMicrotask(() => focusRowIfLost(body.current)), [body]);
  const hasMore = rowIds?.some((id) => !selection.has(id));
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
      {hasMore && (
        <Button variant="ghost" size="sm" onClick={() => selection.toggleAll(rowIds ?? [])}>
          Select all shown
        </Button>
      )}
      <Button variant="ghost" size="sm" onClick={selection.clear}>
        Clear selection
      </Button>
    </div>
  );
}

/** With the bar, its buttons and their dialogs disappear. Keyboard users continue at the active row. */
function focusRowIfLost(body: HTMLElement | null): void {
  if (document.activeElement !== document.body) return;
  body?.querySelector<HTMLElement>('[role="row"][tabindex="0"]')?.focus({ preventScroll: true });
}

function isInexact({ totalCountPrecision }: Pick<TableSource<unknown>, 'totalCountPrecision'>): boolean {
  return totalCountPrecision !== undefined && totalCountPrecision !== 'EXACT';
}
