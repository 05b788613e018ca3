import { setTimeout as sleep, setImmediate as yieldToOthers } from 'node:timers/promises';

/** Timers are late by up to this much. */
const TIMER_MS = 1.5;

/**
 * Waits for an instant of `performance.now()`, to a fraction of a millisecond; the last part in turns of the
 * event loop.
 */
export async function sleepUntil(at: number): Promise<void> {
  const coarse = Math.floor(at - performance.now() - TIMER_MS);
  if (coarse >= 1) await sleep(coarse);
  while (performance.now() < at) await yieldToOthers();
}
