import type { WrittenSteps } from '../dispatch/step-pace.js';
import type { PendingAnswer } from './answer-batch.js';

/**
 * How long answers of steps waited to be written. Instants are by `performance.now()`.
 *
 * @param hinderedAt when a batch that needed more than one try was last written
 * @returns undefined if no answer shows the speed of the writer, because all waited for a lock or for the
 * database
 */
export function measureSteps(
  steps: readonly PendingAnswer[],
  hinderedAt: number,
  startedAt: number,
  committedAt: number,
): WrittenSteps | undefined {
  const waits = steps
    .filter(({ lockWaitMs, since }) => lockWaitMs === 0 && since > hinderedAt)
    .map(({ since }) => committedAt - since);
  if (waits.length === 0) return undefined;
  return {
    count: waits.length,
    meanMs: waits.reduce((sum, ms) => sum + ms, 0) / waits.length,
    longestMs: Math.max(...waits),
    tookMs: committedAt - startedAt,
  };
}
