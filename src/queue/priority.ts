/** BullMQ takes 1 … 2^21 − 1, 1 first, and runs what has none before all that have one: ours always has one. */
const MIDDLE = 2 ** 20;
const LAST = 2 ** 21 - 1;

/** Ours (higher first, 0 is the default) as BullMQ has it. Beyond ±1 048 575 all are alike. */
export function toQueuePriority(priority: number): number {
  return Math.min(Math.max(MIDDLE - Math.trunc(priority), 1), LAST);
}
