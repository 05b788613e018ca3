/** How long a schedule that could not be claimed is left out. It may be corrected meanwhile. */
const LEFT_OUT_MS = 60_000;

/** Schedules that could not be claimed a moment ago, and would keep others from being claimed. */
export interface LeftOut {
  add(scheduleId: string): void;
  ids(): string[];
  /** Milliseconds until one of them is tried again. Infinity if none is left out. */
  msLeft(): number;
}

export function createLeftOut(): LeftOut {
  /** Until when each is left out, by `performance.now()`. */
  const until = new Map<string, number>();
  return {
    add(scheduleId) {
      until.set(scheduleId, performance.now() + LEFT_OUT_MS);
    },
    ids() {
      const now = performance.now();
      for (const [id, end] of until) if (end <= now) until.delete(id);
      return [...until.keys()];
    },
    msLeft() {
      return Math.max(0, Math.min(...until.values()) - performance.now());
    },
  };
}
