/**
 * Decides how many attempts to claim beyond the free capacity: as many as the agents answer within
 * {@link WINDOW_MS} while the capacity is used. So claims are large, no capacity is unused during a round
 * trip to the database, and no attempt waits longer. A worker with slow agents claims none ahead.
 */
export interface Prefetch {
  /** A request was answered after this many milliseconds. */
  answered(tookMs: number): void;
  /**
   * Capacity is free because no attempt waits. Until `supplied`, passing time does not mean that agents are
   * slow.
   */
  starved(): void;
  supplied(): void;
  /** Attempts to claim beyond the free capacity. */
  wanted(): number;
}

/** Upper limit, because a crash leaves these attempts behind, and other workers cannot claim them. */
const MOST = 1_000;
/** The next claim starts when half of the attempts are left, which last for half of this time. */
const WINDOW_MS = 150;
/** Resolution of the count of answers. */
const STEP_MS = 10;
/** The first answers after a pause count for their duration, but for at least this long. */
const LEAST_MS = 20;
/** Answers from before a long wait for attempts say little about the attempts that come after it. */
const MOST_STARVED_MS = 100;

export function createPrefetch(now: () => number = () => performance.now()): Prefetch {
  const steps = new Array<number>(WINDOW_MS / STEP_MS).fill(0);
  let current = 0;
  let total = 0;
  let beganAt = 0;
  let starvedAt: number | undefined;
  /** Time that does not count, in milliseconds. */
  let starvedMs = 0;

  const waited = (at: number) => (starvedAt === undefined ? 0 : Math.min(at - starvedAt, MOST_STARVED_MS));

  function time(): number {
    const at = now();
    return at - starvedMs - waited(at);
  }

  /** Forgets answers before the window. */
  function advance(at: number): void {
    const step = Math.floor(at / STEP_MS);
    for (let gone = Math.min(step - current, steps.length); gone > 0; gone -= 1) {
      const oldest = (step - gone + 1) % steps.length;
      total -= steps[oldest] ?? 0;
      steps[oldest] = 0;
    }
    current = step;
  }

  return {
    answered(tookMs) {
      const at = time();
      advance(at);
      if (total === 0) beganAt = at - tookMs;
      steps[current % steps.length] = (steps[current % steps.length] ?? 0) + 1;
      total += 1;
    },
    starved() {
      starvedAt ??= now();
    },
    supplied() {
      starvedMs += waited(now());
      starvedAt = undefined;
    },
    wanted() {
      const at = time();
      advance(at);
      const observedMs = Math.min(Math.max(at - beganAt, LEAST_MS), WINDOW_MS);
      return Math.min(MOST, Math.floor((total * WINDOW_MS) / observedMs));
    },
  };
}
