import { msUntilNextDue } from '../db/next-due.js';
import { executionsToExpand } from '../db/recover-executions.js';
import { createLoop, type Loop } from '../runtime/loop.js';
import { type ExpandDeps, expandExecution } from '../services/expand-execution.js';
import { type EngineContext, tokensFor } from './engine-context.js';

/** Executions put in line at a time. */
const INTAKE = 1_000;
/** How long work may lie before it is looked for without having been told. */
const SAFETY_MS = 10_000;

export interface Expander {
  /** Puts executions in line for any worker; does it here when the queue cannot take them. */
  enqueue(executionIds: string[]): void;
  /** The queue's processor: rows decide whether there is anything to do. */
  expand(executionId: string): Promise<void>;
  /** Takes in executions that others made: triggers, webhooks, what was lost. */
  loop: Loop;
}

/** @param serve sends what is ready from this worker, when the queue cannot take it */
export function createExpander(context: EngineContext, deps: ExpandDeps, serve: () => void): Expander {
  const { pool, queues, logger, metrics } = context;

  async function expand(executionId: string): Promise<void> {
    const expanded = await expandExecution(deps, executionId);
    if (expanded.kind === 'none') return;
    if (expanded.kind === 'failed') {
      logger.error('execution.expansion_failed', {
        scheduleExecutionId: executionId,
        messages: expanded.messages,
      });
      return;
    }
    const { jobs, batches, released, priority, traceId } = expanded;
    metrics.jobsCreated.inc(jobs);
    logger.info('execution.expanded', { scheduleExecutionId: executionId, jobs, batches, traceId });
    if (released > 0) {
      await queues.enqueueDispatch(tokensFor(executionId, 0, released, 0), priority).catch((err: unknown) => {
        logger.warn('queue.unavailable', { err }, 'The queue takes nothing: this worker goes on by itself');
        serve();
      });
    }
  }

  async function expandHere(executionIds: string[]): Promise<void> {
    for (const id of executionIds) {
      await expand(id).catch((err: unknown) =>
        logger.error('execution.expansion_failed', { scheduleExecutionId: id, err }),
      );
    }
  }

  function enqueue(executionIds: string[]): void {
    queues.enqueueExpand(executionIds).catch((err: unknown) => {
      logger.warn('queue.unavailable', { err }, 'The queue takes nothing: this worker goes on by itself');
      return expandHere(executionIds);
    });
  }

  const loop = createLoop({
    name: 'expand',
    logger,
    async runOnce() {
      const ids = await executionsToExpand(pool, INTAKE);
      if (ids.length > 0) enqueue(ids);
      const untilDue = await msUntilNextDue(pool, 'execution');
      return Math.min(untilDue ?? Number.POSITIVE_INFINITY, SAFETY_MS);
    },
  });

  return { enqueue, expand, loop };
}
