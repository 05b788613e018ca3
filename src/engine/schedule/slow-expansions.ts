/** An expansion that takes longer makes its target slow. */
const SLOW_MS = 5_000;
/** How long a target stays slow after its last slow expansion. */
const REMEMBERED_MS = 10 * 60_000;
const REMEMBERED_AT_MOST = 1_000;
/** Held runs that are given back together. Other workers may take some of them. */
const RELEASED_AT_ONCE = 100;

export interface SlowExpansionsOptions {
  /** The schedule of a run, or what it calls if it has none. Undefined if there is no such run. */
  targetOf(executionId: string): Promise<string | undefined>;
  /** Records why a run that is held waits. */
  note(executionId: string): Promise<void>;
  /** Offers runs that were held to this worker and the others again. */
  release(executionIds: readonly string[]): void;
}

/**
 * Expands the runs of slow targets one at a time, whatever their target. Otherwise, a few runs whose data source
 * hangs would take every place for as long as its statement timeout, again and again, and the runs of all others
 * would wait behind them. Held runs stay rows that any worker may expand.
 */
export function createSlowExpansions({ targetOf, note, release }: SlowExpansionsOptions) {
  /** When each slow target stops being one, by `performance.now()`; the first to do so comes first. */
  const slowUntil = new Map<string, number>();
  const held = new Set<string>();
  let isBusy = false;

  async function isSlow(executionId: string): Promise<boolean> {
    const now = performance.now();
    for (const [target, until] of slowUntil) if (until <= now) slowUntil.delete(target);
    if (slowUntil.size === 0) return false;
    // The expansion itself reports that the database cannot be reached.
    const target = await targetOf(executionId).catch(() => undefined);
    return target !== undefined && slowUntil.has(target);
  }

  async function remember(executionId: string): Promise<void> {
    const target = await targetOf(executionId);
    if (target === undefined) return;
    slowUntil.delete(target);
    const [first] = slowUntil.keys();
    if (first !== undefined && slowUntil.size >= REMEMBERED_AT_MOST) slowUntil.delete(first);
    slowUntil.set(target, performance.now() + REMEMBERED_MS);
  }

  async function run(executionId: string, expand: () => Promise<void>): Promise<void> {
    // While it is still running, so that the next runs of its target do not join it.
    const timer = setTimeout(() => remember(executionId).catch(() => {}), SLOW_MS);
    try {
      await expand();
    } finally {
      clearTimeout(timer);
    }
  }

  function leave(): void {
    isBusy = false;
    const next = [...held].slice(0, RELEASED_AT_ONCE);
    for (const id of next) held.delete(id);
    release(next);
  }

  /** Expands the run, or holds it until the slow expansion in progress ends. */
  return async (executionId: string, expand: () => Promise<void>): Promise<void> => {
    if (!(await isSlow(executionId))) return run(executionId, expand);
    if (isBusy) {
      held.add(executionId);
      return note(executionId).catch(() => {}); // It waits whether or not this is recorded.
    }
    isBusy = true;
    try {
      await run(executionId, expand);
    } finally {
      leave();
    }
  };
}
