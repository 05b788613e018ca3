import { LIMITS } from '../../domain/limits.js';
import { MAX_BATCH, type PendingAnswer } from './answer-batch.js';

/**
 * Enough for a batch that is being written and one that gathers meanwhile, so that slow commits do not limit
 * the rate.
 */
const BEHIND = 2 * MAX_BATCH;
/** Steps cost more, and their batches are smaller, so each counts as this many answers. */
const STEP_WEIGHT = 4;

type Counted = Pick<PendingAnswer, 'bytes' | 'attempt'>;

/** Counts the answers that are not in the database yet. */
export class UnwrittenAnswers {
  private answers = 0;
  private steps = 0;
  private bytes = 0;
  private onNone = () => {};

  add({ bytes, attempt }: Counted): void {
    this.answers += 1;
    if (attempt.contextId !== null) this.steps += 1;
    this.bytes += bytes;
  }

  remove({ bytes, attempt }: Counted): void {
    this.answers -= 1;
    if (attempt.contextId !== null) this.steps -= 1;
    this.bytes -= bytes;
    if (this.answers === 0) this.onNone();
  }

  hasSteps(): boolean {
    return this.steps > 0;
  }

  /** Whether there are so many that nothing more should be sent. */
  isFull(): boolean {
    return this.answers >= LIMITS.bufferedAnswers || this.bytes >= LIMITS.bufferedAnswerBytes;
  }

  /** Whether there are so many that no new work should begin. */
  isBehind(): boolean {
    return this.answers + (STEP_WEIGHT - 1) * this.steps >= BEHIND || this.isFull();
  }

  /** Resolves when there are none. */
  none(): Promise<void> {
    return new Promise((resolve) => {
      this.onNone = resolve;
      if (this.answers === 0) resolve();
    });
  }
}
