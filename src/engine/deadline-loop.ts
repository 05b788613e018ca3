import { msUntilNextDue } from '../db/next-due.js';
import {
  ENDED_AT_ONCE,
  type EndedForSilence,
  failOverdueAttempts,
  failSilentAttempts,
} from '../db/recover-attempts.js';
import { createLoop, type Loop } from '../runtime/loop.js';
import { BUSY_MS, type EngineContext } from './engine-context.js';

export interface DeadlineLoop {
  loop: Loop;
  /** An attempt's deadline, or the end of an agent's silence, comes in so many milliseconds: look no later. */
  expect(msLeft: number): void;
}

/** Behind a deadline, so that an answer that just made it comes first. */
const BEHIND_MS = 20;

/** Ends attempts that are past their deadline, or whose agent has gone silent. @param onEnded tells their agents */
export function createDeadlineLoop(
  { pool, logger, metrics, safetyNetMs }: EngineContext,
  onEnded: (ended: EndedForSilence[]) => void,
): DeadlineLoop {
  /** Both by `performance.now()`; the earliest deadline of what was claimed since the last look began. */
  let nextLookAt = 0;
  let earliest = Number.POSITIVE_INFINITY;

  async function look(): Promise<number> {
    const overdue = await failOverdueAttempts(pool);
    const silent = await failSilentAttempts(pool);
    metrics.findings.inc({ kind: 'overdue' }, overdue.length);
    metrics.findings.inc({ kind: 'silent' }, silent.length);
    if (overdue.length + silent.length > 0) onEnded([...overdue, ...silent]);
    if (overdue.length === ENDED_AT_ONCE || silent.length === ENDED_AT_ONCE) return 0;
    const [deadline, silence] = await Promise.all([
      msUntilNextDue(pool, 'deadline'),
      msUntilNextDue(pool, 'silence'),
    ]);
    if (deadline === 0 || silence === 0) return BUSY_MS;
    return Math.min(Math.min(deadline ?? safetyNetMs, silence ?? safetyNetMs) + BEHIND_MS, safetyNetMs);
  }

  const loop = createLoop({
    name: 'deadline',
    logger,
    async runOnce() {
      earliest = Number.POSITIVE_INFINITY;
      nextLookAt = 0; // nobody wakes us during a look
      const delayMs = await look();
      const now = performance.now();
      nextLookAt = Math.min(now + delayMs, earliest + BEHIND_MS);
      return Math.max(0, nextLookAt - now);
    },
  });

  return {
    loop,
    expect(msLeft) {
      const endsAt = performance.now() + msLeft;
      earliest = Math.min(earliest, endsAt);
      if (endsAt + BEHIND_MS < nextLookAt) loop.wake();
    },
  };
}
