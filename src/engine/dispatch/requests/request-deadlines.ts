import type { Logger } from '../../../runtime/telemetry/logger.js';
import type { AgentRequest } from './agent-request.js';

export interface RequestDeadlines {
  add(request: AgentRequest): void;
  /** Idempotent. */
  remove(request: AgentRequest): void;
}

export interface RequestDeadlinesOptions {
  /** Milliseconds until the current deadline of an attempt; null: the attempt no longer runs. */
  readMsLeft(attemptId: string): Promise<number | null>;
  logger: Logger;
}

/** Delay after a deadline, so that an answer that was just in time comes first. */
const BEHIND_MS = 20;
/** Delay before the next check after the database could not be read. */
const RETRY_MS = 1_000;
const LONGEST_WAIT_MS = 3_600_000;

/**
 * Aborts requests when the deadlines of their attempts have passed. Reads each deadline again first, because
 * progress moves it. One timer serves all requests and is set to the earliest deadline, because few deadlines
 * are ever reached.
 */
export function createRequestDeadlines({ readMsLeft, logger }: RequestDeadlinesOptions): RequestDeadlines {
  const watched = new Set<AgentRequest>();
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

  async function look(one: AgentRequest): Promise<void> {
    one.endsAt = Number.POSITIVE_INFINITY; // no second check meanwhile
    let msLeft: number | null = RETRY_MS;
    try {
      msLeft = await readMsLeft(one.attempt.id);
    } catch (err) {
      logger.warn('dispatch.deadline_unknown', { err, executionId: one.attempt.id });
    }
    if (!watched.has(one)) return;
    if (msLeft === null || msLeft <= 0) {
      one.abort.now();
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
