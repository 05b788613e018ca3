/** What the database's clock says, as far as this process can tell without asking. */
export interface DatabaseClock {
  /** It said so, to a question that was asked at `askedAt` by `performance.now()`. */
  read(now: Date, askedAt: number): void;
  /** What it says now, in milliseconds since 1970: rather too late, by as long as an answer took. It has been read. */
  now(): number;
  /** Milliseconds until an instant of its clock, given since 1970: rather too few, by as long as an answer took; 0: nothing is known. */
  msUntil(at: number): number;
}

export function createDatabaseClock(): DatabaseClock {
  /** Its time at the zero of `performance.now()`. */
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
