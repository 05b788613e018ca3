import { type RefObject, useEffect, useRef } from 'react';

/** The value of the last rendering, for callbacks that outlive it. */
export function useNewest<Value>(value: Value): RefObject<Value> {
  const newest = useRef(value);
  useEffect(() => {
    newest.current = value;
  });
  return newest;
}
