import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { cn } from '../../lib/class-names.js';
import type { LinkTarget } from '../../lib/link-target.js';
import { SelectBox } from '../forms/select-box.js';
import type { Column } from './table-column.js';
import type { Selection } from './use-selection.js';

export interface TableRowProps<Row extends { id: string }> {
  row: Row;
  /** Name for screen readers. */
  name: string;
  index: number;
  columns: readonly Column<Row>[];
  tracks: string;
  /** Pixels from the top of the body. */
  top: number;
  minHeight: number;
  /** For rows whose height is not known in advance. */
  measure: ((element: HTMLElement | null) => void) | undefined;
  isCard: boolean;
  isTabStop: boolean;
  link: ((row: Row) => LinkTarget) | undefined;
  onOpen: ((row: Row) => void) | undefined;
  selection: Selection | undefined;
  onFocus: () => void;
  /** `isRange` selects all rows from the last selected one to this one. */
  onSelect: (isRange: boolean) => void;
  onMove: (step: number) => void;
}

export function TableRow<Row extends { id: string }>(props: TableRowProps<Row>) {
  const { row, index, tracks, top, minHeight, measure, isCard, isTabStop, link, onOpen, selection } = props;
  const to = link?.(row);
  const opens = useOpening({ ...props, to });
  const hasChanged = useHasChanged(row);
  const isSelected = selection?.has(row.id) ?? false;
  return (
    <div
      ref={measure}
      data-index={index}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selection ? isSelected : undefined}
      tabIndex={isTabStop ? 0 : -1}
      onFocus={props.onFocus}
      {...opens}
      className={cn(
        'absolute inset-x-0 flex border-b px-4 -outline-offset-2 md:px-6',
        (to ?? onOpen) && 'cursor-default',
        isSelected ? 'bg-accent-soft' : 'hover:bg-hover',
        hasChanged && 'flash',
        isCard ? 'items-start py-2.5' : 'items-center',
      )}
      style={{ transform: `translateY(${top}px)`, minHeight }}
    >
      {selection && (
        <div role="gridcell" className="w-7 shrink-0">
          <SelectBox
            label={`Select ${props.name}`}
            isChecked={isSelected}
            tabIndex={-1}
            onToggle={props.onSelect}
          />
        </div>
      )}
      <div
        role="presentation"
        className={isCard ? 'min-w-0 flex-1' : 'table-tracks'}
        style={isCard ? undefined : { gridTemplateColumns: tracks }}
      >
        <NameCell {...props} to={to} />
        {isCard ? <CardCells {...props} /> : <TrackCells {...props} />}
      </div>
    </div>
  );
}

interface OpeningProps<Row extends { id: string }> extends TableRowProps<Row> {
  /** Where the row leads. */
  to: LinkTarget | undefined;
}

/** Handles keys and clicks on the row itself. */
function useOpening<Row extends { id: string }>(props: OpeningProps<Row>) {
  const { row, to, onOpen, selection, onSelect, onMove } = props;
  const router = useRouter();
  const navigate = useNavigate();
  return {
    onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined) onMove(step);
      else if (event.target !== event.currentTarget) return;
      else if (event.key === 'Enter' && to) void navigate(to);
      else if (event.key === 'Enter' && onOpen) onOpen(row);
      else if (event.key === ' ' && selection) onSelect(event.shiftKey);
      else return;
      event.preventDefault();
    },
    onClick(event: MouseEvent<HTMLDivElement>): void {
      const target = event.target as Element;
      if (target.closest('a, button, input, label') || getSelection()?.isCollapsed === false) return;
      if (!to) onOpen?.(row);
      else if (event.metaKey || event.ctrlKey)
        window.open(router.buildLocation(to).publicHref, '_blank', 'noopener');
      else void navigate(to);
    },
  };
}

/** The first column, which opens the row. */
function NameCell<Row extends { id: string }>({ row, columns: [first], to, onOpen }: OpeningProps<Row>) {
  const name = first?.cell(row);
  return (
    <div role="gridcell" className="min-w-0 truncate font-medium">
      {to ? (
        <Link {...to} tabIndex={-1} className="hover:underline">
          {name}
        </Link>
      ) : onOpen ? (
        <button
          type="button"
          tabIndex={-1}
          onClick={() => onOpen(row)}
          className="max-w-full truncate hover:underline"
        >
          {name}
        </button>
      ) : (
        name
      )}
    </div>
  );
}

type CellsProps<Row extends { id: string }> = Pick<TableRowProps<Row>, 'row' | 'columns'>;

/** The other columns on a phone, with their headings. */
function CardCells<Row extends { id: string }>({ row, columns }: CellsProps<Row>) {
  return (
    <div role="presentation" className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
      {columns.slice(1).map(({ header, cell, isAction }) => (
        <div
          key={header}
          role="gridcell"
          className="flex max-w-full min-w-0 items-center gap-1.5 has-[[data-none]]:sr-only"
        >
          <span className={isAction ? 'sr-only' : 'text-xs text-muted'}>{header}</span>
          <span className="min-w-0 truncate">{cell(row)}</span>
        </div>
      ))}
    </div>
  );
}

function TrackCells<Row extends { id: string }>({ row, columns }: CellsProps<Row>) {
  return columns.slice(1).map(({ header, cell, align }) => (
    <div
      key={header}
      role="gridcell"
      className={cn('flex min-w-0 items-center', align === 'right' && 'justify-end')}
    >
      <span className="min-w-0 truncate">{cell(row)}</span>
    </div>
  ));
}

const FLASH_MS = 1_000;

/** True for a second after the shown data of the row has changed. */
function useHasChanged(row: object): boolean {
  const content = JSON.stringify(row);
  const before = useRef(content);
  const [hasChanged, setChanged] = useState(false);
  useEffect(() => {
    if (before.current === content) return;
    before.current = content;
    setChanged(true);
    const timer = setTimeout(() => setChanged(false), FLASH_MS);
    return () => clearTimeout(timer);
  }, [content]);
  return hasChanged;
}
