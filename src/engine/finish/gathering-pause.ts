import { MAX_BATCH, type PendingAnswer } from './answer-batch.js';

/** How long the first answer of a batch waits for others. A lone answer does not wait. */
const GATHER_MS = 4;
/**
 * The same when many arrive and no steps follow. Larger batches share the cost of a statement: with 40 ms,
 * thousands of jobs took a quarter longer.
 */
const GATHER_MANY_MS = 150;
/** Size of the last batch from which answers count as many. */
const MANY = 25;

/** The pause before a batch is written, in which more answers may join it. */
export class GatheringPause {
  /** When the last batch was written, by `performance.now()`, and its size. */
  private writtenAt = Number.NEGATIVE_INFINITY;
  private lastSize = 0;
  private expectsMore = true;
  private end = () => {};

  written(at: number, size: number): void {
    this.writtenAt = Math.max(this.writtenAt, at);
    this.lastSize = size;
  }

  /** Says whether requests are in progress. If not, no answers can join, so the pause ends. */
  expect(more: boolean): void {
    this.expectsMore = more;
    if (!more) this.end();
  }

  /** An answer was added. A full batch does not wait. */
  added(pending: number): void {
    if (pending >= MAX_BATCH) this.end();
  }

  /** Waits a moment if a batch was written just now, because more answers are likely to follow. */
  async wait(pending: readonly PendingAnswer[], hasSteps: boolean): Promise<void> {
    const now = performance.now();
    const since = pending[0]?.since ?? now;
    const gatherMs = this.lastSize >= MANY && !hasSteps ? GATHER_MANY_MS : GATHER_MS;
    const waitMs = Math.ceil(since + gatherMs - now);
    const isEnough = pending.length >= MAX_BATCH || !this.expectsMore;
    if (waitMs <= 0 || now - this.writtenAt > GATHER_MS || isEnough) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, waitMs);
      this.end = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
