/** Waits before the second, third and last try. */
const DELAYS_MS = [5_000, 30_000, 120_000];
/** How often a message is tried on one channel. */
export const MAX_DELIVERY_ATTEMPTS = DELAYS_MS.length + 1;
const MAX_RETRY_AFTER_MS = 10 * 60_000;

/**
 * Milliseconds until the next try of a failed delivery. Null if there is none. If a server asks for a
 * longer wait, it is respected, up to ten minutes.
 * @param attempts made so far
 */
export function nextDeliveryDelayMs(
  attempts: number,
  { retryable, retryAfterMs = 0 }: { retryable: boolean; retryAfterMs?: number | undefined },
): number | null {
  const delay = DELAYS_MS[attempts - 1];
  if (!retryable || delay === undefined) return null;
  return Math.max(delay, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS));
}
