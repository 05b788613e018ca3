/** Knows since when this worker has claimed due slots without a break. */
export interface ClaimWatch {
  /** Call when a round begins. Undefined: there was a break before it. */
  since(misfireThresholdMs: number): Date | undefined;
  /** A round claimed what was due at `now` (only a part, if `more`). The next one follows after `delayMs`. */
  claimed(now: Date, more: boolean, delayMs: number): void;
  /** A round has failed. */
  broken(): void;
}

/** How late a round may be without counting as a break, however short the misfire threshold is. */
const SLACK_MS = 5_000;

/**
 * Distinguishes absence from slowness. A slot is late if no worker could claim it: this one has just started,
 * was suspended, had lost its lease, or the database was unavailable. A slot that waited while earlier ones
 * were claimed is not late.
 *
 * @param leaseEpoch of the current lease; undefined: there is none
 */
export function createClaimWatch(leaseEpoch: () => number | undefined): ClaimWatch {
  let since: Date | undefined;
  let epoch: number | undefined;
  /** When the next round should begin, by `performance.now()`. */
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
