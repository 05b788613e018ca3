import { type RefObject, useEffect } from 'react';
import { useNewest } from './use-newest.js';

/**
 * Ctrl-Enter (⌘-Enter) saves a form of a page: from any of its fields, and from nowhere, where the focus is after the last field
 * or a click beside the fields. Keys of other controls and of dialogs over the page are theirs.
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
