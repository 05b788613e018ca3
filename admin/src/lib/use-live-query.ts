import type { AnyVariables, CombinedError, TypedDocumentNode } from '@urql/core';
import { useQuery } from 'urql';
import { type RefetchOn, useRefetchOn } from './live.js';

export interface LiveQueryOptions<Variables> {
  variables?: Variables;
  /** Reads nothing as long as it is true. */
  pause?: boolean;
  /** Which changes mean reading again: see `live.ts`. */
  refetchOn?: RefetchOn;
  /** It is read again at most so often; default once a second. For what the server has to count. */
  refetchEveryMs?: number;
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
  useRefetchOn(refetchOn, refetch, { everyMs: refetchEveryMs, isBusy: () => fetching || stale });
  return { data, error, isLoading: fetching && data === undefined, refetch };
}
