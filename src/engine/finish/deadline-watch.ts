import type { Logger } from '../../runtime/logger.js';

/** A request under way that is to end with the deadline of its attempt. */
export interface Watched {
  attemptId: string;
  /** The deadline as known, by `performance.now()`; moved when it turns out to be later. */
  endsAt: number;
  /** The deadline has passed, or somebody else has ended the attempt. */
  onOver(): void;
}

export interface DeadlineWatch {
  add(watched: Watched): void;
  /** Idempotent. */
  remove(watched: Watched): void;
}

export interface DeadlineWatchOptions {
  /** Milliseconds until an attempt's deadline as it is now, since progress moves it; null: the attempt does not run any more. */
  readMsLeft(attemptId: string): Promise<number | null>;
  logger: Logger;
}

/** Behind a deadline, so that an answer that just made it comes first. */
const BEHIND_MS = 20;
/** To the next look where the database could not be asked. */
const RETRY_MS = 1_000;
/** Of the timer. */
const LONGEST_WAIT_MS = 3_600_000;

/**
 * Cuts requests short when the deadlines of their attempts have passed, and not before: what the claim knew of them may be
 * outdated. One timer for all: the earliest of them sets it, and hardly ever does any come.
 */
export function createDeadlineWatch({ readMsLeft, logger }: DeadlineWatchOptions): DeadlineWatch {
  const watched = new Set<Watched>();
  let timer: NodeJS.Timeout | undefined;
  let nextAt = Number.POSITIVE_INFINITY;

  function lookBy(endsAt: number): void {
    if (endsAt + BEHIND_MS >= nextAt) return;
    const now = performance.now();
    clearTimeout(timer);
    const waitMs = Math.min(Math.max(0, endsAt + BEHIND_MS - now), LONGEST_WAIT_MS);
    nextAt = now + waitMs;
    timer = setTimeout(lookAtAll, waitMs);
    timer.unref();
  }

  function lookAtAll(): void {
    nextAt = Number.POSITIVE_INFINITY;
    const now = performance.now();
    for (const one of watched) {
      if (one.endsAt <= now) void look(one);
      else lookBy(one.endsAt);
    }
  }

  async function look(one: Watched): Promise<void> {
    one.endsAt = Number.POSITIVE_INFINITY; // asked for
    let msLeft: number | null = RETRY_MS;
    try {
      msLeft = await readMsLeft(one.attemptId);
    } catch (err) {
      logger.warn('dispatch.deadline_unknown', { err, executionId: one.attemptId });
    }
    if (!watched.has(one)) return;
    if (msLeft === null || msLeft <= 0) {
      one.onOver();
      return;
    }
    one.endsAt = performance.now() + msLeft;
    lookBy(one.endsAt);
  }

  return {
    add(one) {
      watched.add(one);
      lookBy(one.endsAt);
    },
    remove(one) {
      watched.delete(one);
      if (watched.size > 0) return;
      clearTimeout(timer);
      nextAt = Number.POSITIVE_INFINITY;
    },
  };
}
