/**
 * Runs that cannot be changed at the moment because another transaction locks one of their rows. Loops skip
 * them and retry with a growing delay.
 */
export interface LockedRuns {
  /** Those of these runs that can be tried now. */
  free(ids: readonly string[]): string[];
  /** Records that these were locked. They are tried again after 5, 10, 20 … 500 ms. */
  putOff(ids: readonly string[]): void;
  /** Records that these are no longer locked. */
  forget(ids: readonly string[]): void;
  /** Milliseconds until one may be tried again. */
  waitMs(): number;
}

const FIRST_WAIT_MS = 5;
const LONGEST_WAIT_MS = 500;

export function createLockedRuns(): LockedRuns {
  const locked = new Map<string, { waitMs: number; until: number }>();
  return {
    free(ids) {
      const at = performance.now();
      return ids.filter((id) => (locked.get(id)?.until ?? 0) <= at);
    },
    putOff(ids) {
      for (const id of ids) {
        const waitMs = Math.min((locked.get(id)?.waitMs ?? FIRST_WAIT_MS / 2) * 2, LONGEST_WAIT_MS);
        locked.set(id, { waitMs, until: performance.now() + waitMs });
      }
    },
    forget(ids) {
      for (const id of ids) locked.delete(id);
    },
    waitMs() {
      const at = performance.now();
      let earliest = at + LONGEST_WAIT_MS;
      for (const [id, { until }] of locked) {
        // The run ended long ago, and `forget` was not called.
        if (until < at - 10 * LONGEST_WAIT_MS) locked.delete(id);
        else if (until > at) earliest = Math.min(earliest, until);
      }
      return earliest - at;
    },
  };
}

/** Transactions over many runs give up on a row that another transaction locks after this time. */
export const BRIEFLY = { lock_timeout: '50ms' } as const;
