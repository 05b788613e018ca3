/** What happens to a slot while an earlier run of its schedule is pending or running. */
export type ConcurrencyPolicy = 'allow' | 'forbid' | 'replace' | 'queue';

export interface OpenRuns {
  /** Runs that are PENDING or RUNNING, without queued ones. */
  readonly active: number;
  /** Queued runs under the policy `queue`. */
  readonly waiting: number;
}

export interface OverlapDecision {
  readonly start: readonly Date[];
  readonly wait: readonly Date[];
  /** Slots that neither start nor wait. They are recorded as skipped. */
  readonly overlapped: readonly Date[];
  /** Whether all open runs are cancelled, including queued ones. */
  readonly cancelActive: boolean;
  /** Whether the run in `wait` replaces the newest queued run, which is recorded as skipped. */
  readonly replaceWaiter: boolean;
}

/**
 * Decides over the slots of one claim that would run, oldest first:
 *
 * | policy    | starts                    | waits                          | is skipped |
 * |-----------|---------------------------|--------------------------------|------------|
 * | `allow`   | all                       |                                |            |
 * | `forbid`  | the first, when idle      |                                | the rest   |
 * | `replace` | the newest; else cancelled|                                | the rest   |
 * | `queue`   | the first, when idle      | the newest, in place of another| the rest   |
 *
 * `keepsAll` is the catch-up of misfire policy `all` under `queue`: the rest then waits, and starts one after
 * another; nothing is replaced.
 */
export function decideOverlap(
  policy: ConcurrencyPolicy,
  run: readonly Date[],
  { active, waiting }: OpenRuns,
  keepsAll: boolean,
): OverlapDecision {
  const isIdle = active === 0 && waiting === 0;
  const none = { start: [], wait: [], overlapped: [], cancelActive: false, replaceWaiter: false };
  if (run.length === 0) return none;
  switch (policy) {
    case 'allow':
      return { ...none, start: run };
    case 'forbid':
      return isIdle
        ? { ...none, start: run.slice(0, 1), overlapped: run.slice(1) }
        : { ...none, overlapped: run };
    case 'replace':
      return { ...none, start: run.slice(-1), overlapped: run.slice(0, -1), cancelActive: !isIdle };
    case 'queue': {
      const [start, rest] = isIdle ? [run.slice(0, 1), run.slice(1)] : [[], run];
      if (keepsAll) return { ...none, start, wait: rest };
      return {
        ...none,
        start,
        wait: rest.slice(-1),
        overlapped: rest.slice(0, -1),
        replaceWaiter: waiting > 0,
      };
    }
  }
}
