import { useCallback, useMemo, useRef, useState } from 'react';

export interface Selection {
  ids: readonly string[];
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  /** Selects from the last selected row to this one, in the order of `ids`. */
  extend: (id: string, ids: readonly string[]) => void;
  /** Selects all of these rows, or none if all are already selected. */
  toggleAll: (ids: readonly string[]) => void;
  clear: () => void;
}

export function useSelection(): Selection {
  const [selected, setSelected] = useState<ReadonlySet<string>>(() => new Set());
  const last = useRef<string | undefined>(undefined);
  const toggle = useCallback((id: string) => {
    last.current = id;
    setSelected((previous) => {
      const next = new Set(previous);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  const extend = useCallback((id: string, ids: readonly string[]) => {
    const to = ids.indexOf(id);
    const from = last.current === undefined ? to : ids.indexOf(last.current);
    last.current = id;
    const between = ids.slice(Math.min(from, to), Math.max(from, to) + 1);
    setSelected((previous) => new Set([...previous, ...(from < 0 ? [id] : between)]));
  }, []);
  const toggleAll = useCallback(
    (ids: readonly string[]) =>
      setSelected((previous) => (ids.every((id) => previous.has(id)) ? new Set() : new Set(ids))),
    [],
  );
  const clear = useCallback(() => setSelected(new Set()), []);
  return useMemo(
    () => ({ ids: [...selected], has: (id) => selected.has(id), toggle, extend, toggleAll, clear }),
    [selected, toggle, extend, toggleAll, clear],
  );
}
