import type { ReactNode } from 'react';

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** A track of CSS grid whose minimum is in rem: `minmax(12rem,2fr)`, `7rem`. Defaults to `minmax(6rem,1fr)`. */
  width?: string;
  align?: 'left' | 'right';
  /** Value of the list's `orderBy.field`. With it, the header sorts. */
  sortField?: string;
  /** Hidden on narrower screens, and where the table has no room. Cards show all columns. */
  from?: 'md' | 'lg' | 'xl' | '2xl';
  /** Its cells are buttons, which say what they do: in cards, the heading is left to screen readers. */
  isAction?: boolean;
}
