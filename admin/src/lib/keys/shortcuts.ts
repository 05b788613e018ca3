import { useEffect } from 'react';
import { createRegistry } from './registry.js';

export interface Shortcut {
  /**
   * One key (`j`, `/`, `?`, `Enter`), a key with the platform's modifier (`mod+k`), or two keys in sequence (`g a`).
   */
  keys: string;
  /** For the help, such as `Next row`. */
  label: string;
  /** Heading in the help. Defaults to this page. */
  group?: string;
  run: (event: KeyboardEvent) => void;
}

const registry = createRegistry<Shortcut>();

/**
 * Shortcuts that work while the component is mounted. Single keys are ignored while the user types or
 * a dialog is open.
 */
export const useShortcuts = registry.useRegister;
export const useAllShortcuts = registry.useAll;

const CHORD_MS = 1_000;
/** Elements in which keys have their own meaning. Checkboxes only take Space. */
const BUSY =
  'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"], [role="listbox"]';

/** Mounted once, by the shell. */
export function useShortcutListener(): void {
  useEffect(() => {
    let first = '';
    let firstAt = 0;
    function onKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.isComposing) return;
      const withModifier = event.metaKey || event.ctrlKey;
      const isBusy = event.target instanceof Element && event.target.closest(BUSY) !== null;
      if (event.altKey || (isBusy && !withModifier)) return;
      const key = withModifier ? `mod+${event.key.toLowerCase()}` : event.key;
      const chord = event.timeStamp - firstAt < CHORD_MS ? `${first} ${key}` : key;
      const all = registry.all();
      const found = all.findLast(({ keys }) => keys === chord) ?? all.findLast(({ keys }) => keys === key);
      first = key;
      firstAt = event.timeStamp;
      if (!found) return;
      firstAt = 0;
      event.preventDefault();
      found.run(event);
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** As printed on the keyboard: `⌘ K` or `Ctrl K`, `g a`. */
export function printKeys(keys: string): string[] {
  return keys
    .split(/[+ ]/)
    .map((key) =>
      key === 'mod'
        ? IS_APPLE
          ? '⌘'
          : 'Ctrl'
        : key.length === 1 && keys.includes('+')
          ? key.toUpperCase()
          : key,
    );
}
