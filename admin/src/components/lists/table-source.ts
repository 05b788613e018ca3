import type { LiveList } from '../../lib/graphql/use-live-list.js';

/** The rows of the table: a `LiveList`, or its parts. */
export interface TableSource<Row> extends Pick<LiveList<Row>, 'rows'>, Partial<Omit<LiveList<Row>, 'rows'>> {
  /** If `rows` has holes for rows that are not loaded, called with the visible range. */
  onRange?: (first: number, last: number) => void;
}
