import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The value of the last rendering, for callbacks that outlive it. */
export function useNewest<Value>(value: Value): RefObject<Value> {
  const newest = useRef(value);
  // Before the rendering can be seen: a key that is pressed at once would get the value of the one before.
  useLayoutEffect(() => {
    newest.current = value;
  });
  return newest;
}
