import type { AnyVariables, CombinedError, TypedDocumentNode } from '@urql/core';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useClient } from 'urql';
import type { CountPrecision } from '../text/count-text.js';
import { useNewest } from '../use-newest.js';
import { type Connection, ListPages } from './list-pages.js';
import { type RefetchOn, useRefetchOn } from './live.js';
import { useRepeatedRead } from './use-repeated-read.js';

export interface LiveListOptions<Data, Variables, Row> {
  /** All variables except `first` and `after`. */
  variables: Omit<Variables, 'first' | 'after'>;
  connection: (data: Data) => Connection<Row>;
  pageSize?: number;
  /** Which events cause a refetch: see `live.ts`. */
  refetchOn?: RefetchOn;
}

export interface LiveList<Row> {
  rows: readonly Row[];
  /** Undefined if the document does not select it. */
  totalCount: number | undefined;
  totalCountPrecision: CountPrecision | undefined;
  /** For a search, if the document selects it: older rows were not searched. */
  searchedBack: string | undefined;
  error: CombinedError | undefined;
  /** Whether there is nothing to show yet. */
  isLoading: boolean;
  /** Whether the shown rows belong to an earlier filter or order. */
  isStale: boolean;
  isLoadingMore: boolean;
  hasMore: boolean;
  loadMore: () => void;
  /**
   * Rows were created or deleted, and so many pages are loaded that the user decides: `refetch`
   * starts again from the top.
   */
  isBehind: boolean;
  refetch: () => void;
}

/**
 * A list with keyset pages whose rows stay up to date: see `live.ts`. On a refetch, each page begins
 * where the one before it now ends, so that no row is lost or repeated.
 */
export function useLiveList<Data, Variables extends AnyVariables, Row extends { id: string }>(
  document: TypedDocumentNode<Data, Variables>,
  { variables, connection, pageSize = 50, refetchOn }: LiveListOptions<Data, Variables, Row>,
): LiveList<Row> {
  const client = useClient();
  const key = JSON.stringify(variables);
  const connectionOf = useNewest(connection);
  const [shown, setShown] = useState<{ key: string; pages: readonly Connection<Row>[] }>();
  const [error, setError] = useState<CombinedError>();
  const [isBehind, setBehind] = useState(false);
  const [isLoadingMore, setLoadingMore] = useState(false);

  const pages = useMemo(
    () =>
      new ListPages<Data, Variables, Row>({
        client,
        document,
        variablesOf: (after) => ({ ...JSON.parse(key), first: pageSize, after }) as Variables,
        connection: (data) => connectionOf.current(data),
        onPages: (read) => setShown({ key, pages: read }),
        onRead(page, problem) {
          setError(problem);
          if (page > 0) setLoadingMore(false);
        },
      }),
    [client, document, key, pageSize, connectionOf],
  );
  useEffect(() => {
    pages.readNext();
    return () => {
      pages.close();
      setBehind(false);
      setLoadingMore(false);
    };
  }, [pages]);

  const refetch = useCallback(() => {
    setBehind(false);
    pages.readAgain();
  }, [pages]);
  useRefetchOn(refetchOn, () => (pages.isLong() ? setBehind(true) : refetch()), {
    isBusy: () => pages.isReading(),
    tookMs: () => (error ? Number.POSITIVE_INFINITY : pages.tookMs),
  });
  useRepeatedRead({ error, isBusy: pages.isReading(), refetch });

  const rows = useMemo(() => rowsOf(shown?.pages ?? []), [shown]);
  const hasMore = pages.end()?.hasNextPage ?? false;
  const { totalCount, totalCountPrecision, searchedBack } = shown?.pages[0] ?? {};
  return {
    rows,
    totalCount,
    totalCountPrecision,
    searchedBack: searchedBack ?? undefined,
    error,
    isLoading: shown === undefined && error === undefined,
    isStale: shown !== undefined && shown.key !== key,
    isLoadingMore,
    hasMore,
    loadMore() {
      if (!hasMore || isLoadingMore) return;
      setLoadingMore(true);
      pages.readNext();
    },
    isBehind,
    refetch,
  };
}

/** The rows of all pages, each once. */
function rowsOf<Row extends { id: string }>(pages: readonly Connection<Row>[]): readonly Row[] {
  const nodes = pages.flatMap(({ edges }) => edges.map(({ node }) => [node.id, node] as const));
  return [...new Map(nodes).values()];
}
