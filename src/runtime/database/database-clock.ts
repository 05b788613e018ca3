/** Estimates the database's clock without asking the database. */
export interface DatabaseClock {
  /**
   * Records that the database's time was `now` in reply to a statement sent at `askedAt` by
   * `performance.now()`.
   */
  read(now: Date, askedAt: number): void;
  /** The time in milliseconds since 1970. It may be ahead by one round trip. */
  now(): number;
  /**
   * Milliseconds until an instant in milliseconds since 1970. It may be short by one round trip. 0 if the
   * clock was never read.
   */
  msUntil(at: number): number;
}

export function createDatabaseClock(): DatabaseClock {
  /** The database's time when `performance.now()` was 0. */
  let origin: number | undefined;
  return {
    read(now, askedAt) {
      origin = now.getTime() - askedAt;
    },
    now: () => (origin ?? performance.timeOrigin) + performance.now(),
    msUntil(at) {
      return origin === undefined ? 0 : Math.max(0, at - origin - performance.now());
    },
  };
}
