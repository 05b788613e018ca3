/**
 * Decides how many attempts to claim beyond the free slots: as many as were answered recently. So claims are
 * large, no slot is empty during a round trip to the database, and no attempt waits longer than {@link
 * WINDOW_MS}. A worker with slow agents claims none ahead.
 */
export interface Prefetch {
  /** A request was answered. */
  answered(): void;
  /** Attempts to hold beyond the free slots. */
  wanted(): number;
}

/** Upper limit, because a crash leaves these attempts behind, and other workers cannot claim them. */
const MOST = 1_000;
/** The next claim starts when half of the attempts are left, which last for half of this time. */
const WINDOW_MS = 150;
/** Resolution of the count of answers. */
const STEP_MS = 10;

export function createPrefetch(now: () => number = () => performance.now()): Prefetch {
  const steps = new Array<number>(WINDOW_MS / STEP_MS).fill(0);
  let current = 0;
  let total = 0;

  /** Forgets answers before the window. */
  function advance(): void {
    const step = Math.floor(now() / STEP_MS);
    for (let gone = Math.min(step - current, steps.length); gone > 0; gone -= 1) {
      const oldest = (step - gone + 1) % steps.length;
      total -= steps[oldest] ?? 0;
      steps[oldest] = 0;
    }
    current = step;
  }

  return {
    answered() {
      advance();
      steps[current % steps.length] = (steps[current % steps.length] ?? 0) + 1;
      total += 1;
    },
    wanted() {
      advance();
      return Math.min(MOST, total);
    },
  };
}
