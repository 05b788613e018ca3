import type { AnyVariables, CombinedError, TypedDocumentNode } from '@urql/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useClient } from 'urql';
import { pipe, subscribe } from 'wonka';
import type { CountPrecision } from '../text/count-text.js';
import { useNewest } from '../use-newest.js';
import { type RefetchOn, useRefetchOn } from './live.js';

interface Connection<Row> {
  edges: readonly { node: Row }[];
  pageInfo: { endCursor: string | null; hasNextPage: boolean };
  totalCount?: number;
  totalCountPrecision?: CountPrecision;
  searchedBack?: string | null;
}

export interface LiveListOptions<Data, Variables, Row> {
  /** All variables except `first` and `after`. */
  variables: Omit<Variables, 'first' | 'after'>;
  /** The list in the answer. */
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

interface Page<Row> {
  after: string | null;
  connection: Connection<Row> | undefined;
  /** Whether its answer is awaited. */
  isReading: boolean;
  stop: () => void;
}

/** Longer lists are not read again automatically, because each page is a request. */
const AUTO_REFETCH_PAGES = 3;

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
  const pages = useRef<Page<Row>[]>([]);
  const connectionOf = useNewest(connection);
  const tookMs = useRef(0);
  const [shown, setShown] = useState<{
    key: string;
    rows: readonly Row[];
    pages: readonly Connection<Row>[];
  }>();
  const [error, setError] = useState<CombinedError>();
  const [isBehind, setBehind] = useState(false);
  const [isLoadingMore, setLoadingMore] = useState(false);

  const publish = useCallback(() => {
    const found = pages.current.flatMap((page) => (page.connection ? [page.connection] : []));
    const rows = new Map(found.flatMap(({ edges }) => edges.map(({ node }) => [node.id, node] as const)));
    setShown({ key, rows: [...rows.values()], pages: found });
  }, [key]);

  const open = useCallback(
    (index: number, after: string | null, keep?: Connection<Row>) => {
      pages.current[index]?.stop();
      const page: Page<Row> = { after, connection: keep, isReading: true, stop: () => {} };
      pages.current[index] = page;
      const asked = { ...JSON.parse(key), first: pageSize, after } as Variables;
      const begunAt = performance.now();
      const { unsubscribe } = pipe(
        client.query(document, asked, { requestPolicy: 'cache-and-network' }),
        subscribe((result) => {
          if (pages.current[index] !== page) return;
          const isLast = !result.stale && !result.hasNext;
          if (isLast) {
            page.isReading = false;
            tookMs.current = performance.now() - begunAt;
            setError(result.error);
            if (index > 0) setLoadingMore(false);
          }
          if (!result.data) return;
          page.connection = connectionOf.current(result.data);
          if (isLast) follow(index, page.connection.pageInfo);
          publish();
        }),
      );
      page.stop = unsubscribe;

      /** The next page begins where this one ends. */
      function follow(at: number, { endCursor, hasNextPage }: Connection<Row>['pageInfo']): void {
        const next = pages.current[at + 1];
        if (!next) return;
        if (!hasNextPage) for (const dropped of pages.current.splice(at + 1)) dropped.stop();
        else if (next.after !== endCursor) open(at + 1, endCursor, next.connection);
      }
    },
    [client, document, key, pageSize, publish, connectionOf],
  );

  useEffect(() => {
    open(0, null);
    return () => {
      for (const page of pages.current.splice(0)) page.stop();
      setBehind(false);
      setLoadingMore(false);
    };
  }, [open]);

  const refetch = useCallback(() => {
    if (pages.current.length > AUTO_REFETCH_PAGES) {
      for (const page of pages.current.splice(1)) page.stop();
    }
    setBehind(false);
    for (const [index, page] of pages.current.entries()) open(index, page.after, page.connection);
  }, [open]);

  useRefetchOn(
    refetchOn,
    () => {
      if (pages.current.length > AUTO_REFETCH_PAGES) setBehind(true);
      else refetch();
    },
    {
      isBusy: () => pages.current.some(({ isReading }) => isReading),
      tookMs: () => (error ? Number.POSITIVE_INFINITY : tookMs.current),
    },
  );

  const last = pages.current.at(-1)?.connection?.pageInfo;
  const hasMore = last?.hasNextPage ?? false;
  return {
    rows: shown?.rows ?? [],
    totalCount: shown?.pages[0]?.totalCount,
    totalCountPrecision: shown?.pages[0]?.totalCountPrecision,
    searchedBack: shown?.pages[0]?.searchedBack ?? undefined,
    error,
    isLoading: shown === undefined && error === undefined,
    isStale: shown !== undefined && shown.key !== key,
    isLoadingMore,
    hasMore,
    loadMore() {
      if (!hasMore || isLoadingMore || !last) return;
      setLoadingMore(true);
      open(pages.current.length, last.endCursor);
    },
    isBehind,
    refetch,
  };
}
