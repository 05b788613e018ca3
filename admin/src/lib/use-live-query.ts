import type { AnyVariables, CombinedError, TypedDocumentNode } from '@urql/core';
import { useEffect, useRef } from 'react';
import { useQuery } from 'urql';
import { type Reading, type RefetchOn, useRefetchOn } from './live.js';

export interface LiveQueryOptions<Variables> {
  variables?: Variables;
  /** Reads nothing as long as it is true. */
  pause?: boolean;
  /** Which changes mean reading again: see `live.ts`. */
  refetchOn?: RefetchOn;
  /** It is read again at most so often; default: as its reading takes (`spacingOf`). For what the server has to count. */
  refetchEveryMs?: number | undefined;
}

export interface LiveQuery<Data> {
  /** Undefined: never read so far. */
  data: Data | undefined;
  error: CombinedError | undefined;
  /** There is nothing to show yet. */
  isLoading: boolean;
  refetch: () => void;
}

/** A query whose data stays true: see `live.ts`. */
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
  useRefetchOn(refetchOn, refetch, useReading(fetching || stale, error !== undefined), refetchEveryMs);
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
  // What failed is not asked again sooner than what is slow, however quick the refusal.
  return { isBusy: () => isReading, tookMs: () => (hasFailed ? Number.POSITIVE_INFINITY : tookMs.current) };
}
