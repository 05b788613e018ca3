import { msUntilNextDue } from '../db/next-due.js';
import { type EndedForSilence, failOverdueAttempts, failSilentAttempts } from '../db/recover-attempts.js';
import { createLoop, type Loop } from '../runtime/loop.js';
import type { EngineContext } from './engine-context.js';

export interface DeadlineLoop {
  loop: Loop;
  /** An attempt with this deadline was claimed: look no later. */
  expect(deadline: Date): void;
}

/** Silence is noticed at this interval at the latest. */
const SAFETY_MS = 10_000;
/** Behind a deadline, so that it is past by the database's clock and by the answer that just made it. */
const BEHIND_MS = 20;

/** Ends attempts that are past their deadline, or whose agent has gone silent. @param onEnded tells their agents */
export function createDeadlineLoop(
  { pool, logger, metrics }: EngineContext,
  onEnded: (ended: EndedForSilence[]) => void,
): DeadlineLoop {
  let nextLookAt = 0;

  const loop = createLoop({
    name: 'deadline',
    logger,
    async runOnce() {
      const overdue = await failOverdueAttempts(pool);
      const silent = await failSilentAttempts(pool);
      metrics.findings.inc({ kind: 'overdue' }, overdue.length);
      metrics.findings.inc({ kind: 'silent' }, silent.length);
      if (overdue.length + silent.length > 0) onEnded([...overdue, ...silent]);
      const untilNext = (await msUntilNextDue(pool, 'deadline')) ?? SAFETY_MS;
      // One that is past already waits for its own worker's answer: a second, not a tight loop.
      const delayMs = Math.min(untilNext === 0 ? 1_000 : untilNext + BEHIND_MS, SAFETY_MS);
      nextLookAt = Date.now() + delayMs;
      return delayMs;
    },
  });

  return {
    loop,
    expect(deadline) {
      if (deadline.getTime() < nextLookAt) loop.wake();
    },
  };
}
