import type { RunStatus } from '../job/states.js';

/** Failed executions in a row, after these have ended, in their order: a failed one counts, a good one clears, others leave it. */
export function countFailures(before: number, ended: readonly RunStatus[]): number {
  return ended.reduce((count, runStatus) => {
    if (runStatus === 'succeeded') return 0;
    return runStatus === 'failed' ? count + 1 : count;
  }, before);
}
