import { type RefObject, useEffect } from 'react';
import { useNewest } from '../use-newest.js';

/**
 * Ctrl-Enter (⌘-Enter) saves the form of a page, from any of its fields or when no control has the focus. Other controls
 * and dialogs over the page keep their keys.
 */
export function useSaveKeys(host: RefObject<HTMLElement | null>, save: () => void): void {
  const newest = useNewest(save);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      const target = event.target as HTMLElement;
      const isNowhere = target === document.body || target.id === 'content';
      if (!isNowhere && !host.current?.contains(target)) return;
      event.preventDefault();
      event.stopPropagation();
      newest.current();
    }
    // Handled before the editors, which use the shortcut for something else.
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  }, [host, newest]);
}
