import { ArrowDown, ArrowUp } from '../../icons/lucide.js';
import { cn } from '../../lib/class-names.js';
import { SelectBox } from '../forms/select-box.js';
import type { Column } from './table-column.js';
import type { Selection } from './use-selection.js';
import type { Sort } from './use-sort.js';

export interface TableHeaderProps<Row> {
  columns: readonly Column<Row>[];
  tracks: string;
  sort: Sort | undefined;
  selection: Selection | undefined;
  rowIds: () => readonly string[];
  /** Cards have no columns, but screen readers announce them. Nothing in a hidden header takes the focus. */
  isHidden: boolean;
}

export function TableHeader<Row>({
  columns,
  tracks,
  sort,
  selection,
  rowIds,
  isHidden,
}: TableHeaderProps<Row>) {
  return (
    <div role="rowgroup" className={cn('sticky top-0 z-10 bg-surface', isHidden && 'sr-only')}>
      <div
        role="row"
        className="flex h-8 items-center border-b px-4 pointer-coarse:h-11 text-xs font-medium text-muted md:px-6"
      >
        {selection && (
          <div role="columnheader" className="w-7 shrink-0">
            <SelectBox
              label="Select all rows shown"
              isChecked={selection.ids.length > 0 && rowIds().every((id) => selection.has(id))}
              isMixed={selection.ids.length > 0}
              tabIndex={isHidden ? -1 : undefined}
              onToggle={() => selection.toggleAll(rowIds())}
            />
          </div>
        )}
        <div role="presentation" className="table-tracks" style={{ gridTemplateColumns: tracks }}>
          {columns.map((column) => (
            <HeaderCell key={column.header} column={column} sort={sort} isHidden={isHidden} />
          ))}
        </div>
      </div>
    </div>
  );
}

interface HeaderCellProps<Row> {
  column: Column<Row>;
  sort: Sort | undefined;
  isHidden: boolean;
}

function HeaderCell<Row>({ column, sort, isHidden }: HeaderCellProps<Row>) {
  const { header, sortField, align } = column;
  const isSorted = sortField !== undefined && sort?.field === sortField;
  const Arrow = sort?.direction === 'DESC' ? ArrowDown : ArrowUp;
  return (
    <div
      role="columnheader"
      aria-sort={isSorted ? (sort?.direction === 'DESC' ? 'descending' : 'ascending') : undefined}
      className={cn('flex min-w-0', align === 'right' && 'justify-end')}
    >
      {sortField && sort ? (
        <button
          type="button"
          tabIndex={isHidden ? -1 : undefined}
          className={cn(
            'touch-target-11 inline-flex items-center gap-1 hover:text-ink',
            isSorted && 'text-ink',
          )}
          onClick={() => sort.by(sortField)}
        >
          {header}
          {isSorted && <Arrow aria-hidden="true" className="size-3" />}
        </button>
      ) : (
        <span className="truncate">{header}</span>
      )}
    </div>
  );
}
