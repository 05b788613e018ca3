import type { CombinedError } from '@urql/core';
import { useEffect, useRef } from 'react';
import { useNewest } from '../use-newest.js';
import { useLive } from './live.js';

const SOONEST_MS = 1_000;
const LATEST_MS = 30_000;
/** A read that the server fails at so often in a row will not succeed soon. */
const INTERNAL_AT_MOST = 5;

export interface FailingRead {
  /** Why the last read failed: another object after each failure. Undefined if it did not fail. */
  error: CombinedError | undefined;
  isBusy: boolean;
  refetch: () => void;
}

/**
 * Repeats a read that failed when the connection is established again. While it is established, which says nothing
 * about requests, a read that the server could not answer is repeated after 1 s, 2 s, 4 s, … at most 30 s.
 */
export function useRepeatedRead(read: FailingRead): void {
  const live = useLive();
  const newest = useNewest(read);
  const failures = useRef(0);
  useEffect(
    () =>
      live.onState(() => {
        const { error, refetch } = newest.current;
        if (live.state().kind === 'live' && error) refetch();
      }),
    [live, newest],
  );

  const { error, isBusy } = read;
  useEffect(() => {
    if (!error && !isBusy) failures.current = 0;
  }, [error, isBusy]);
  useEffect(() => {
    if (!error || !isTemporary(error)) return;
    if (codesOf(error).includes('INTERNAL') && failures.current >= INTERNAL_AT_MOST) return;
    const delayMs = Math.min(LATEST_MS, SOONEST_MS * 2 ** failures.current);
    failures.current += 1;
    const timer = setTimeout(() => {
      if (live.state().kind === 'live') newest.current.refetch();
    }, delayMs);
    return () => clearTimeout(timer);
  }, [error, live, newest]);
}

/** Whether the same request can succeed later: the failure was not that of the request. */
export function isTemporary(error: CombinedError): boolean {
  return error.networkError !== undefined || codesOf(error).some((code) => TEMPORARY.includes(code));
}

const TEMPORARY = ['UNAVAILABLE', 'INTERNAL', 'TOO_MANY_REQUESTS'];

function codesOf({ graphQLErrors }: CombinedError): string[] {
  return graphQLErrors.map(({ extensions }) => String(extensions.code));
}
