import { useEffect, useRef, useState } from 'react';
import { useLiveEvents, useRefetchOn } from '../../../lib/graphql/live.js';
import { readUncached } from '../../../lib/graphql/uncached.js';
import { useRepeatedRead } from '../../../lib/graphql/use-repeated-read.js';
import { OverviewRunsDocument } from '../overview.generated.js';
import { RunStore, type ShownRuns } from './run-store.js';

export interface Runs extends ShownRuns {
  reload: () => void;
}

/**
 * The runs within the span before now, kept up to date by events: changes of known runs are applied
 * to them, and new runs are read.
 */
export function useRuns(spanMs: number): Runs {
  const [shown, setShown] = useState<ShownRuns>({
    lanes: new Map(),
    completeFrom: undefined,
    isLoading: true,
    error: undefined,
  });
  const store = useRef<RunStore | undefined>(undefined);
  useEffect(() => {
    const opened = new RunStore(
      spanMs,
      (variables) => readUncached(OverviewRunsDocument, variables),
      (change) => setShown((before) => ({ ...before, ...change })),
    );
    store.current = opened;
    setShown((before) => ({ ...before, isLoading: true }));
    opened.read();
    return () => opened.close();
  }, [spanMs]);
  useLiveEvents((events) => store.current?.receive(events));
  useRefetchOn({ execution: () => store.current?.isBehind() ?? false }, () => store.current?.read(), {
    isBusy: () => store.current?.isReading() ?? false,
    tookMs: () => store.current?.tookMs ?? 0,
  });
  useRepeatedRead({ error: shown.error, isBusy: shown.isLoading, refetch: () => store.current?.read() });
  return { ...shown, reload: () => store.current?.reload() };
}
