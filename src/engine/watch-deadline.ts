import type { Logger } from '../runtime/logger.js';

export interface DeadlineWatch {
  attemptId: string;
  /** As known at the claim, by `performance.now()`. */
  endsAt: number;
  /** Milliseconds until its deadline as it is now, since progress moves it; null: the attempt does not run any more. */
  readMsLeft(attemptId: string): Promise<number | null>;
  /** The deadline has passed, or somebody else has ended the attempt. */
  onOver(): void;
  logger: Logger;
}

/** Behind a deadline, so that an answer that just made it comes first. */
const BEHIND_MS = 20;
/** To the next look where the database could not be asked. */
const RETRY_MS = 1_000;
/** Of one timer. */
const LONGEST_WAIT_MS = 3_600_000;

/**
 * Cuts a request short when the attempt's deadline has passed, and not before: what the claim knew of it may be outdated.
 *
 * @returns stops watching
 */
export function watchDeadline({ attemptId, endsAt, readMsLeft, onOver, logger }: DeadlineWatch): () => void {
  let timer: NodeJS.Timeout;
  let stopped = false;

  async function look(): Promise<void> {
    try {
      const msLeft = await readMsLeft(attemptId);
      if (stopped) return;
      if (msLeft === null || msLeft <= 0) onOver();
      else lookIn(msLeft + BEHIND_MS);
    } catch (err) {
      logger.warn('dispatch.deadline_unknown', { err, executionId: attemptId });
      if (!stopped) lookIn(RETRY_MS);
    }
  }

  function lookIn(ms: number): void {
    timer = setTimeout(() => void look(), Math.min(ms, LONGEST_WAIT_MS));
  }

  lookIn(Math.max(0, endsAt - performance.now()) + BEHIND_MS);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
