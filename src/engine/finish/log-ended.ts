import type { EndedExecution } from '../../db/runs/roll-up.js';
import type { EngineContext } from '../engine-context.js';

/** Logs, counts and traces runs that have ended. */
export function logEnded(
  { logger, metrics, traces }: Pick<EngineContext, 'logger' | 'metrics' | 'traces'>,
  executions: readonly EndedExecution[],
): void {
  for (const { toConclude: _, ...execution } of executions) {
    metrics.executions.inc({ status: execution.runStatus });
    logger.info('execution.ended', execution);
    traces?.ended(execution);
  }
}
