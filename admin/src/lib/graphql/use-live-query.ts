import type { AnyVariables, CombinedError, TypedDocumentNode } from '@urql/core';
import { useEffect, useRef } from 'react';
import { useQuery } from 'urql';
import { type Reading, type RefetchOn, useRefetchOn } from './live.js';
import { useRepeatedRead } from './use-repeated-read.js';

export interface LiveQueryOptions<Variables> {
  variables?: Variables;
  /** While it is true, nothing is read. */
  pause?: boolean;
  /** Which events cause a refetch: see `live.ts`. */
  refetchOn?: RefetchOn;
  /**
   * Minimum time between refetches. Defaults to `spacingOf` the last duration. For queries that are
   * expensive for the server.
   */
  refetchEveryMs?: number | undefined;
}

export interface LiveQuery<Data> {
  /** Undefined before the first answer. */
  data: Data | undefined;
  error: CombinedError | undefined;
  /** Whether there is nothing to show yet. */
  isLoading: boolean;
  refetch: () => void;
}

/** A query whose data stays up to date: see `live.ts`. */
export function useLiveQuery<Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  { variables, pause = false, refetchOn, refetchEveryMs }: LiveQueryOptions<Variables> = {},
): LiveQuery<Data> {
  const [{ data, error, fetching, stale }, execute] = useQuery({
    query,
    variables: variables as Variables,
    pause,
  });
  const refetch = () => {
    if (!pause) execute({ requestPolicy: 'network-only' });
  };
  const isReading = fetching || stale;
  useRefetchOn(refetchOn, refetch, useReading(isReading, error !== undefined), refetchEveryMs);
  useRepeatedRead({ error, isBusy: isReading, refetch });
  return { data, error, isLoading: fetching && data === undefined, refetch };
}

function useReading(isReading: boolean, hasFailed: boolean): Reading {
  const begunAt = useRef(performance.now());
  const tookMs = useRef(0);
  useEffect(() => {
    if (!isReading) return;
    begunAt.current = performance.now();
    return () => {
      tookMs.current = performance.now() - begunAt.current;
    };
  }, [isReading]);
  // A failed read is repeated no sooner than a slow one, however quickly it failed.
  return { isBusy: () => isReading, tookMs: () => (hasFailed ? Number.POSITIVE_INFINITY : tookMs.current) };
}
