import type { EndedExecution } from '../../db/runs/end/roll-up.js';
import type { EngineContext } from '../engine-context.js';

/** Logs, counts and traces runs that have ended. */
export function logEnded(
  { logger, metrics, traces }: Pick<EngineContext, 'logger' | 'metrics' | 'traces'>,
  executions: readonly EndedExecution[],
): void {
  for (const execution of executions) {
    metrics.executions.inc({ status: execution.runStatus });
    logger.info('execution.ended', {
      scheduleExecutionId: execution.scheduleExecutionId,
      scheduleId: execution.scheduleId,
      traceId: execution.traceId,
      status: execution.status,
      runStatus: execution.runStatus,
      jobs: execution.jobs,
      completed: execution.completed,
      failed: execution.failed,
      skipped: execution.skipped,
      cancelled: execution.cancelled,
      durationMs: execution.durationMs,
    });
    traces?.ended(execution);
  }
}
