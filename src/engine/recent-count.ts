/** How often something happened lately. */
export interface RecentCount {
  add(): void;
  /** Since the last `clear`, and not longer ago than the window. */
  count(): number;
  clear(): void;
}

export function createRecentCount(windowMs: number): RecentCount {
  /** By `performance.now()`, ascending. */
  let times: number[] = [];
  return {
    add() {
      times.push(performance.now());
    },
    count() {
      const since = performance.now() - windowMs;
      if ((times[0] ?? Number.POSITIVE_INFINITY) < since) times = times.filter((time) => time >= since);
      return times.length;
    },
    clear() {
      times = [];
    },
  };
}
