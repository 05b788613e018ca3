import { type RefObject, useEffect } from 'react';
import { isTouch } from '../media.js';

const FIELD = ['input', 'select', 'textarea'].map((tag) => `[data-path] ${tag}`).join();

/**
 * Moves the focus to the first field when the page of a form opens: in the next frame, after the page
 * itself has taken it, unless somebody is in a field already. On touch screens that would open the keyboard.
 */
export function useFirstFieldFocus(host: RefObject<HTMLElement | null>, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || isTouch()) return;
    const frame = requestAnimationFrame(() => {
      if (host.current?.contains(document.activeElement)) return;
      host.current?.querySelector<HTMLElement>(FIELD)?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [host, isWanted]);
}
