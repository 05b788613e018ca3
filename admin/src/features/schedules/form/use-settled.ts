import { useEffect, useState } from 'react';
import { useNewest } from '../../../lib/use-newest.js';

/** The value once it has not changed for this time, so that typing does not send a query for each letter. */
export function useSettled<Value>(value: Value, ms: number): Value {
  const [settled, setSettled] = useState(value);
  const newest = useNewest(value);
  const key = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: values with equal content count as equal
  useEffect(() => {
    const timer = setTimeout(() => setSettled(newest.current), ms);
    return () => clearTimeout(timer);
  }, [key, ms]);
  return settled;
}
