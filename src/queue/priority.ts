/**
 * BullMQ's priorities are 1 … 2^21 − 1, with 1 first. It runs tasks without a priority before all others, so
 * ours always have one.
 */
const MIDDLE = 2 ** 20;
const LAST = 2 ** 21 - 1;

/** Converts our priority (higher first, 0 is the default) to BullMQ's. Beyond ±1,048,575 all are equal. */
export function toQueuePriority(priority: number): number {
  return Math.min(Math.max(MIDDLE - Math.trunc(priority), 1), LAST);
}
