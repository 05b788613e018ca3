import type { ReactNode } from 'react';

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** A track of CSS grid: `minmax(12rem,2fr)`, `7rem`; default `minmax(6rem,1fr)`. */
  width?: string;
  align?: 'left' | 'right';
  /** What the list's `orderBy.field` calls it: the header sorts. */
  sortField?: string;
  /** Left out on screens narrower than this; cards show all columns. */
  from?: 'md' | 'lg' | 'xl' | '2xl';
}
