/** How long a locked run is assumed to stay locked, unless a write shows that it is free. */
const ASSUMED_LOCKED_MS = 2_000;
/** With this many in memory, outdated entries are removed. */
const PURGE_AT = 1_000;

/** Runs that other transactions were seen to lock a moment ago. */
export class KnownLocks {
  /** Until when they are assumed to be locked, by `performance.now()`. */
  private readonly until = new Map<string, number>();

  add(scheduleExecutionIds: readonly string[]): void {
    const now = performance.now();
    if (this.until.size > PURGE_AT)
      for (const [id, until] of this.until) if (until <= now) this.until.delete(id);
    for (const id of scheduleExecutionIds) this.until.set(id, now + ASSUMED_LOCKED_MS);
  }

  delete(scheduleExecutionId: string): void {
    this.until.delete(scheduleExecutionId);
  }

  has(scheduleExecutionId: string): boolean {
    if (this.until.size === 0) return false;
    const until = this.until.get(scheduleExecutionId);
    if (until === undefined || until > performance.now()) return until !== undefined;
    this.until.delete(scheduleExecutionId);
    return false;
  }
}
