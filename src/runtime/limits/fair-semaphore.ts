export interface FairSemaphoreOptions {
  /** The number of places. */
  max: number;
  /** How many of them may be taken with one key. */
  maxPerKey: number;
  /** How many may wait with one key; more are refused at once. Default: none. */
  maxWaitingPerKey?: number;
  /** How long a caller waits before it is refused, in milliseconds. */
  waitMs?: number;
  /** How long a place may be held while others wait for it, in milliseconds. Default: without limit. */
  holdMs?: number;
}

/**
 * A limited number of places, shared fairly: a waiting caller lets others go first while its key uses its
 * share.
 */
export interface FairSemaphore {
  /**
   * Resolves with a function that returns the place (idempotent); undefined: refused.
   * @param giveWay called once if the place has been held for `holdMs` and another caller waits for it
   */
  enter(key: string, giveWay?: () => void): Promise<(() => void) | undefined>;
  /** Takes a place without waiting. */
  tryEnter(key: string): (() => void) | undefined;
}

interface Waiting {
  key: string;
  giveWay: (() => void) | undefined;
  grant(leave: () => void): void;
}

export function createFairSemaphore({
  max,
  maxPerKey,
  maxWaitingPerKey = 0,
  waitMs = 0,
  holdMs,
}: FairSemaphoreOptions): FairSemaphore {
  const inUse = new Map<string, number>();
  const waitingWith = new Map<string, number>();
  const waiting = new Set<Waiting>();
  /** Held for longer than `holdMs`, the longest first. */
  const overdue = new Set<{ key: string; giveWay: () => void }>();
  let total = 0;

  const isFree = (key: string) => total < max && (inUse.get(key) ?? 0) < maxPerKey;

  function take(key: string, giveWay?: () => void): () => void {
    total += 1;
    add(inUse, key, 1);
    const held = { key, giveWay: giveWay ?? (() => {}) };
    const becomesOverdue = () => {
      overdue.add(held);
      vacate();
    };
    const timer = holdMs !== undefined && giveWay ? setTimeout(becomesOverdue, holdMs) : undefined;
    let left = false;
    return () => {
      if (left) return;
      left = true;
      clearTimeout(timer);
      overdue.delete(held);
      total -= 1;
      add(inUse, key, -1);
      admitWaiting();
    };
  }

  function admitWaiting(): void {
    for (const next of waiting) {
      if (total >= max) return;
      if (isFree(next.key)) next.grant(take(next.key, next.giveWay));
    }
  }

  /** Ends overdue holders, one for each waiting caller that one of them keeps from a place. */
  function vacate(): void {
    for (const { key } of waiting) {
      const isFull = (inUse.get(key) ?? 0) >= maxPerKey;
      const holder = [...overdue].find((one) => !isFull || one.key === key);
      if (!holder) continue;
      overdue.delete(holder);
      holder.giveWay();
    }
  }

  return {
    tryEnter: (key) => (isFree(key) ? take(key) : undefined),
    enter(key, giveWay) {
      if (isFree(key)) return Promise.resolve(take(key, giveWay));
      if ((waitingWith.get(key) ?? 0) >= maxWaitingPerKey) return Promise.resolve(undefined);
      return new Promise((resolve) => {
        const settle = (leave?: () => void) => {
          clearTimeout(timer);
          waiting.delete(own);
          add(waitingWith, key, -1);
          resolve(leave);
        };
        const own: Waiting = { key, giveWay, grant: settle };
        const timer = setTimeout(settle, waitMs);
        waiting.add(own);
        add(waitingWith, key, 1);
        vacate();
      });
    },
  };
}

/** Keys with a count of 0 are removed. */
function add(counts: Map<string, number>, key: string, change: number): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
