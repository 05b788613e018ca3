import { isRetryable } from '../retry/is-retryable.js';
import { type RetryConfig, retryDelayMs } from '../retry/retry.js';
import type { AttemptStatus } from './states.js';

/** The consequences of an ended attempt. */
export type Settlement = { kind: 'retry'; delayMs: number } | { kind: 'end' };

export interface EndedState {
  status: AttemptStatus;
  error: { retryable?: unknown; retryAfterMs?: unknown } | null;
  retriesLeft: number;
  retryConfig: RetryConfig;
  /** An operator cancelled the run: nothing new starts. */
  cancelRequested: boolean;
}

/**
 * Decides whether an ended attempt is retried, and after which wait. Only a failure with `error.retryable:
 * true` is retried, and only within its budget. The wait grows with the retries of this budget: a replay
 * starts a new budget.
 *
 * @param random in [0, 1), for jitter
 */
export function settle(attempt: EndedState, random: number): Settlement {
  const { status, error, retriesLeft, retryConfig, cancelRequested } = attempt;
  if (
    status !== 'failed' ||
    !isRetryable({ kind: 'report', retryable: error?.retryable }) ||
    retriesLeft <= 0 ||
    cancelRequested
  )
    return { kind: 'end' };
  const retryNumber = Math.max(1, retryConfig.maxRetries - retriesLeft + 1);
  const retryAfterMs = typeof error?.retryAfterMs === 'number' ? error.retryAfterMs : null;
  return { kind: 'retry', delayMs: retryDelayMs(retryConfig, retryNumber, random, retryAfterMs) };
}
