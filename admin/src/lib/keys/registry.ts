import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';

export interface Registry<Item> {
  /** All registered items, in the order of registration. */
  useAll: () => readonly Item[];
  all: () => readonly Item[];
  /** Registers items while the component is mounted. `items` may be a new array in every render. */
  useRegister: (items: readonly Item[]) => void;
}

/** Items that mounted components contribute: commands and shortcuts. */
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
  // Before the browser paints, so that a key pressed right after it finds them.
  useLayoutEffect(() => {
    newest.current = items;
  });
  useLayoutEffect(() => register(() => newest.current), [register]);
}
