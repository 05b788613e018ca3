/** Claims whose statement has not returned yet. */
export class ClaimsInProgress {
  /**
   * For each claim, the runs that have been asked to stop since it began, because its statement may not see
   * that.
   */
  private readonly stoppedDuring = new Set<Set<string>>();
  /** Claims outside the rounds, until what they claimed is known to this worker. */
  private readonly outsideRounds = new Set<Promise<unknown>>();

  /** @returns what was claimed, and the runs that were asked to stop meanwhile */
  async watch<T>(claim: Promise<T>): Promise<{ claimed: T; stopped: ReadonlySet<string> }> {
    const stopped = new Set<string>();
    this.stoppedDuring.add(stopped);
    try {
      return { claimed: await claim, stopped };
    } finally {
      this.stoppedDuring.delete(stopped);
    }
  }

  runsStopped(executionIds: Iterable<string>): void {
    for (const id of executionIds) for (const stopped of this.stoppedDuring) stopped.add(id);
  }

  /** Runs `work`, which contains a claim outside the rounds. */
  async outside<T>(work: () => Promise<T>): Promise<T> {
    const running = work();
    this.outsideRounds.add(running);
    try {
      return await running;
    } finally {
      this.outsideRounds.delete(running);
    }
  }

  /** Resolves when the claims outside the rounds that are in progress now have ended. */
  async outsideEnded(): Promise<void> {
    await Promise.allSettled(this.outsideRounds);
  }
}
