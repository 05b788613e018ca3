export interface AttemptLimit {
  /** Seconds until the next attempt is allowed; 0: now. */
  waitFor(who: string): number;
  /** Notes one that failed. */
  failed(who: string): void;
}

export interface AttemptLimitOptions {
  /** So many may fail within the window. */
  max: number;
  windowMs: number;
  /** Milliseconds on a clock that only goes forward. */
  now?: () => number;
}

/** More strangers at once are judged together. */
const MAX_KNOWN = 10_000;

/** Slows down who guesses: after `max` failures nobody gets another attempt before the window is over. In memory, per process. */
export function createAttemptLimit({
  max,
  windowMs,
  now = () => performance.now(),
}: AttemptLimitOptions): AttemptLimit {
  const failures = new Map<string, { count: number; until: number }>();

  function current(who: string) {
    const found = failures.get(who);
    if (found && found.until <= now()) failures.delete(who);
    return failures.get(who);
  }

  function forget(): void {
    for (const who of failures.keys()) current(who);
  }

  return {
    waitFor(who) {
      const found = current(failures.has(who) || failures.size < MAX_KNOWN ? who : '');
      return found && found.count >= max ? Math.ceil((found.until - now()) / 1_000) : 0;
    },
    failed(who) {
      if (failures.size >= MAX_KNOWN) forget();
      const key = failures.has(who) || failures.size < MAX_KNOWN ? who : '';
      const found = current(key);
      if (found) found.count += 1;
      else failures.set(key, { count: 1, until: now() + windowMs });
    },
  };
}
