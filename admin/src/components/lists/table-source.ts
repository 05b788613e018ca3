import type { CombinedError } from '@urql/core';
import type { CountPrecision } from '../../lib/text/count-text.js';

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
