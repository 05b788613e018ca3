import type { RunStatus } from '../job/states.js';

/**
 * Consecutive failed runs after these have ended, in order: a failure adds one, a success resets, other
 * outcomes change nothing.
 */
export function countFailures(before: number, ended: readonly RunStatus[]): number {
  return ended.reduce((count, runStatus) => {
    if (runStatus === 'succeeded') return 0;
    return runStatus === 'failed' ? count + 1 : count;
  }, before);
}
