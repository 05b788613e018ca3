import type { SingleJob } from '../../db/runs/insert-single-jobs.js';
import type { EngineContext } from '../engine-context.js';

/**
 * Counts and logs runs that have their only job. `waiting` of these jobs are released and not claimed.
 * Signals `batchesReleased`.
 */
export function reportStarted(
  { logger, metrics, signals }: EngineContext,
  jobs: readonly SingleJob[],
  waiting: number,
): void {
  metrics.jobsCreated.inc(jobs.length);
  // The claim was already logged. When thousands of runs are due at once, a second line for each would
  // delay their calls.
  for (const { scheduleExecutionId, traceId } of jobs)
    logger.debug('execution.expanded', { scheduleExecutionId, jobs: 1, batches: 1, traceId });
  const [first] = jobs;
  if (first && waiting > 0)
    signals.emit('batchesReleased', [{ ...first, batchIndex: 0, released: waiting, targetType: 'agent' }]);
}
