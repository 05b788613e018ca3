import type { Abortable } from '../../http/http-client.js';

/** Aborts one request: the needed part of an `AbortController`, at a tenth of its cost. */
export interface Cut extends Abortable {
  now(): void;
}

type Listener = () => void;

export function createCut(): Cut {
  const listeners = new Set<Listener>();
  const cut = {
    aborted: false,
    addEventListener(_: string, listener: unknown) {
      listeners.add(listener as Listener);
    },
    removeEventListener(_: string, listener: unknown) {
      listeners.delete(listener as Listener);
    },
    now() {
      if (cut.aborted) return;
      cut.aborted = true;
      for (const listener of listeners) listener();
    },
  };
  return cut;
}
