import { type RetryConfig, retryDelayMs } from '../retry/retry.js';
import type { AttemptStatus } from './states.js';

/** What an ended attempt leaves to be done. */
export type Settlement = { kind: 'retry'; delayMs: number } | { kind: 'end' };

export interface EndedState {
  status: AttemptStatus;
  error: { retryable?: unknown; retryAfterMs?: unknown } | null;
  retriesLeft: number;
  retryConfig: RetryConfig;
  /** An operator cancelled the execution: nothing new starts. */
  cancelRequested: boolean;
}

/**
 * Whether an ended attempt is repeated and after which wait. Only a failure that says so itself is, while its budget lasts;
 * a missing `error.retryable` is false. The wait counts the retries spent of this budget: a replay begins anew.
 *
 * @param random in [0, 1), for jitter
 */
export function settle(attempt: EndedState, random: number): Settlement {
  const { status, error, retriesLeft, retryConfig, cancelRequested } = attempt;
  if (status !== 'failed' || error?.retryable !== true || retriesLeft <= 0 || cancelRequested)
    return { kind: 'end' };
  const retryNumber = Math.max(1, retryConfig.maxRetries - retriesLeft + 1);
  const retryAfterMs = typeof error.retryAfterMs === 'number' ? error.retryAfterMs : null;
  return { kind: 'retry', delayMs: retryDelayMs(retryConfig, retryNumber, random, retryAfterMs) };
}
