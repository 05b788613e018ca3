import { useEffect, useState } from 'react';
import { cn } from '../lib/class-names.js';

/** A placeholder while data is loading. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cn('shimmer block h-3.5 rounded-sm', className)} />;
}

const WORDS_AFTER_MS = 1_000;
const SLOW_AFTER_MS = 8_000;

/** What is loading: for screen readers at once, for all others when it takes long enough to wonder. */
export function LoadingText({ label }: { label: string }) {
  const isLong = useIsAfter(WORDS_AFTER_MS);
  const isSlow = useIsAfter(SLOW_AFTER_MS);
  return (
    <p className={isLong ? 'text-muted' : 'sr-only'}>
      {label}
      {isSlow && ' The server is taking longer than usual to answer.'}
    </p>
  );
}

function useIsAfter(ms: number): boolean {
  const [isAfter, setAfter] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setAfter(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isAfter;
}

/** Replaces a whole page or panel while it is loading. */
export function LoadingState({ label = 'Loading…' }: { label?: string }) {
  return (
    <div role="status" className="flex flex-col gap-3 p-6">
      <Skeleton className="w-1/3" />
      <Skeleton className="w-2/3" />
      <Skeleton className="w-1/2" />
      <LoadingText label={label} />
    </div>
  );
}
