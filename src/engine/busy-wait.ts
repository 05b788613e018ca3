/** Delay before the next check if due rows are locked by another worker or an operator. */
export const BUSY_MS = 5;
/** A long lock is an open transaction, which does not end sooner if the loop checks more often. */
const BUSY_MAX_MS = 200;

export interface BusyWait {
  /** Milliseconds to wait while due rows stay locked: 5, 10, 20 … up to `maxMs`. */
  next(): number;
  /** Call when nothing was locked. */
  reset(): void;
}

export function createBusyWait(maxMs = BUSY_MAX_MS): BusyWait {
  let waitMs = 0;
  return {
    next() {
      waitMs = Math.min(waitMs * 2 || BUSY_MS, maxMs);
      return waitMs;
    },
    reset() {
      waitMs = 0;
    },
  };
}
