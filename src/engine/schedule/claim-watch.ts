/** Since when due slots have been claimed without a break. */
export interface ClaimWatch {
  /** To be asked as a round begins; undefined: there was a break before it. */
  since(misfireThresholdMs: number): Date | undefined;
  /** A round has claimed what was due at `now`, or part of it where there is more, and the next follows after `delayMs`. */
  claimed(now: Date, more: boolean, delayMs: number): void;
  /** A round has failed. */
  broken(): void;
}

/** What a round that comes later than it should may be late by, however short the threshold. */
const SLACK_MS = 5_000;

/**
 * Tells slowness from absence. A slot is late when nobody was there to claim it: the worker has just started, was stopped, had lost
 * its lease, or the database was away. One that had to wait while others were claimed before it is not.
 *
 * @param leaseEpoch of the lease in force; undefined: there is none
 */
export function createClaimWatch(leaseEpoch: () => number | undefined): ClaimWatch {
  let since: Date | undefined;
  let epoch: number | undefined;
  /** By `performance.now()`: when the next round is to begin. */
  let expectedAt = 0;
  return {
    since(misfireThresholdMs) {
      const current = leaseEpoch();
      const lateMs = performance.now() - expectedAt;
      if (current === undefined || current !== epoch || lateMs > Math.max(misfireThresholdMs, SLACK_MS))
        since = undefined;
      epoch = current;
      return since;
    },
    claimed(now, more, delayMs) {
      expectedAt = performance.now() + delayMs;
      if (since === undefined || !more) since = now;
    },
    broken() {
      since = undefined;
    },
  };
}
