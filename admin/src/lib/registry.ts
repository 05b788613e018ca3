import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';

export interface Registry<Item> {
  /** All that is registered now, in the order of registration. */
  useAll: () => readonly Item[];
  all: () => readonly Item[];
  /** Registers for as long as the component is mounted; `items` may be new in every render. */
  useRegister: (items: readonly Item[]) => void;
}

/** What components that are mounted contribute: commands, shortcuts. */
export function createRegistry<Item>(): Registry<Item> {
  const entries = new Map<object, () => readonly Item[]>();
  const listeners = new Set<() => void>();
  let snapshot: readonly Item[] = [];
  const refresh = () => {
    snapshot = [...entries.values()].flatMap((read) => read());
    for (const listener of listeners) listener();
  };
  function register(read: () => readonly Item[]): () => void {
    const key = {};
    entries.set(key, read);
    refresh();
    return () => {
      entries.delete(key);
      refresh();
    };
  }

  function listen(listener: () => void): () => void {
    listeners.add(listener);
    refresh();
    return () => listeners.delete(listener);
  }

  return {
    useAll: () => useSyncExternalStore(listen, () => snapshot),
    all: () => [...entries.values()].flatMap((read) => read()),
    useRegister: (items) => useRegistration(register, items),
  };
}

function useRegistration<Item>(
  register: (read: () => readonly Item[]) => () => void,
  items: readonly Item[],
): void {
  const newest = useRef(items);
  // Before the screen shows what they belong to: a key pressed at the sight of it finds them, however busy the page.
  useLayoutEffect(() => {
    newest.current = items;
  });
  useLayoutEffect(() => register(() => newest.current), [register]);
}
