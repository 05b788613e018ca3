import type { SingleJob } from '../../db/runs/insert-single-jobs.js';
import type { Expanded } from '../../services/runs/expand/expand-execution.js';
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

type Ended = Extract<Expanded, { kind: 'failed' | 'expanded' }>;

/**
 * Counts, logs and traces an expansion that succeeded or failed for good. Signals `batchesReleased` or
 * `firstBatchPending`, or `runsEnded` if the run ended with it, because it failed or has no jobs.
 */
export function reportExpansion(
  { logger, metrics, signals, traces }: EngineContext,
  scheduleExecutionId: string,
  startedAt: number,
  expanded: Ended,
): void {
  const run = { ...expanded, scheduleExecutionId };
  const { traceId } = expanded;
  const end = (runStatus: 'failed' | 'succeeded') => {
    metrics.executions.inc({ status: runStatus });
    traces?.ended({ ...run, runStatus });
    signals.emit('runsEnded');
  };
  if (expanded.kind === 'failed') {
    const { messages, err } = expanded;
    logger.error('execution.expansion_failed', { scheduleExecutionId, messages, err, traceId });
    traces?.expanded(run, startedAt, { error: messages.join('; ') });
    end('failed');
    return;
  }
  const { jobs, batches, released, priority, targetType } = expanded;
  metrics.jobsCreated.inc(jobs);
  traces?.expanded(run, startedAt, { jobs, batches });
  logger.info('execution.expanded', { scheduleExecutionId, jobs, batches, traceId });
  if (jobs === 0) end('succeeded');
  else if (released === 0) signals.emit('firstBatchPending');
  else
    signals.emit('batchesReleased', [{ scheduleExecutionId, batchIndex: 0, released, priority, targetType }]);
}
