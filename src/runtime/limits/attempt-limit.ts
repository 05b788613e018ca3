export interface AttemptLimit {
  /** Seconds until failures are forgotten; 0: no need to wait. */
  waitFor(who: string): number;
  /**
   * Records a failed attempt. The same `what` counts once: a program that uses one expired token all day is
   * not guessing. Returns what `waitFor` would have returned before.
   */
  failed(who: string, what?: string): number;
}

export interface AttemptLimitOptions {
  /** How many may fail within the window. */
  max: number;
  windowMs: number;
  /** Milliseconds of a monotonic clock. */
  now?: () => number;
}

/** More different addresses than this are counted together. */
const MAX_KNOWN = 10_000;

/**
 * Slows down guessing: after `max` failures nobody gets another attempt before the window is over. In memory,
 * per process.
 */
export function createAttemptLimit({
  max,
  windowMs,
  now = () => performance.now(),
}: AttemptLimitOptions): AttemptLimit {
  const failures = new Map<string, { count: number; tried: Set<string>; until: number }>();

  function current(who: string) {
    const found = failures.get(who);
    if (found && found.until <= now()) failures.delete(who);
    return failures.get(who);
  }

  function forget(): void {
    for (const who of failures.keys()) current(who);
  }

  function waitFor(who: string): number {
    const found = current(failures.has(who) || failures.size < MAX_KNOWN ? who : '');
    return found && found.count >= max ? Math.ceil((found.until - now()) / 1_000) : 0;
  }

  return {
    waitFor,
    failed(who, what) {
      const wait = waitFor(who);
      if (failures.size >= MAX_KNOWN) forget();
      const key = failures.has(who) || failures.size < MAX_KNOWN ? who : '';
      const found = current(key) ?? { count: 0, tried: new Set<string>(), until: now() + windowMs };
      failures.set(key, found);
      if (found.count < max && !(what !== undefined && found.tried.has(what))) {
        found.count += 1;
        if (what !== undefined) found.tried.add(what);
      }
      return wait;
    },
  };
}
