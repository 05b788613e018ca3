import { useEffect, useState } from 'react';

/** The newest value there was: what is shown stays while the next is on its way. */
export function usePrevious<Value>(value: Value | undefined): Value | undefined {
  const [kept, setKept] = useState(value);
  useEffect(() => {
    if (value !== undefined) setKept(value);
  }, [value]);
  return value ?? kept;
}
