import { type RefObject, useLayoutEffect, useState } from 'react';

/** Width in pixels. 0 until it is known. */
export function useWatchedWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)));
    observer.observe(element.current);
    setWidth(Math.floor(element.current.getBoundingClientRect().width));
    return () => observer.disconnect();
  }, [element]);
  return width;
}
