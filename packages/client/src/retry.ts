import { CallboardError } from './errors.js';

/** When and how often operations are sent again. */
export interface RetryOptions {
  /** How often an operation is sent, the first time included; default 4. */
  attempts?: number;
  /** Pause before the second time, in milliseconds, doubled before each further one; default 200. */
  pauseMs?: number;
}

/** Temporary failures. For most of them it is unknown whether the operation was executed. */
const PASSING: ReadonlySet<string> = new Set([
  'NETWORK',
  'TIMEOUT',
  'TOO_MANY_REQUESTS',
  'UNAVAILABLE',
  'SHUTTING_DOWN',
]);

const LONGEST_PAUSE_MS = 10_000;

/**
 * Whether the failure passes, and the operation may be sent again without doing something twice: it is a query, or a mutation
 * with an `idempotencyKey`.
 */
export function mayRetry(error: unknown, document: string, variables: unknown): error is CallboardError {
  if (!(error instanceof CallboardError)) return false;
  const isPassing = PASSING.has(error.code) || [502, 503, 504].includes(error.status ?? 0);
  return isPassing && (isQuery(document) || hasKey(variables));
}

/**
 * Milliseconds to wait after so many failures in a row: at least as long as the server asks for, and otherwise random to some
 * degree, so that many clients do not come back at once.
 */
export function pauseAfter(failures: number, pauseMs: number, retryAfterMs: number): number {
  const backoff = Math.min(pauseMs * 2 ** (failures - 1), LONGEST_PAUSE_MS);
  return Math.max(backoff * (0.5 + Math.random() / 2), retryAfterMs);
}

/** Fulfilled after a while. Rejects when the signal is aborted. */
export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}

/** Documents with several operations count as mutations. */
function isQuery(document: string): boolean {
  return !/^\s*(mutation|subscription)\b/m.test(document);
}

function hasKey(variables: unknown): boolean {
  const { idempotencyKey, input } = (variables ?? {}) as {
    idempotencyKey?: unknown;
    input?: { idempotencyKey?: unknown };
  };
  return typeof (idempotencyKey ?? input?.idempotencyKey) === 'string';
}
