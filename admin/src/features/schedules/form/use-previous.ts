import { useEffect, useState } from 'react';

/** The last defined value, so that the display stays while the next one is loading. */
export function usePrevious<Value>(value: Value | undefined): Value | undefined {
  const [kept, setKept] = useState(value);
  useEffect(() => {
    if (value !== undefined) setKept(value);
  }, [value]);
  return value ?? kept;
}
