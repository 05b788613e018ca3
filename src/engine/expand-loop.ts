import { databaseNow } from '../db/database-now.js';
import { msUntilNextDue } from '../db/next-due.js';
import { executionsToExpand } from '../db/recover-executions.js';
import { createLoop, type Loop } from '../runtime/loop.js';
import { type ExpandDeps, expandExecution } from '../services/expand-execution.js';
import { type EngineContext, tokensFor } from './engine-context.js';

/** Executions put in line at a time. */
const INTAKE = 1_000;

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
  const { pool, queues, logger, metrics, safetyNetMs } = context;
  /** Put in line since the last pass of the safety net: a wake-up does not put them there again. */
  const inLine = new Set<string>();
  let lookAgainAt = 0;
  /** What the queue did not take; expanded here one after another, since each holds connections. */
  const ours = new Set<string>();
  let expandingOurs = false;

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
      await queues.enqueueDispatch(tokensFor(executionId, 0, released), priority).catch((err: unknown) => {
        logger.warn('queue.unavailable', { err }, 'The queue takes nothing: this worker goes on by itself');
        serve();
      });
    }
  }

  async function expandOurs(): Promise<void> {
    if (expandingOurs) return;
    expandingOurs = true;
    for (const id of ours) {
      ours.delete(id);
      await expand(id).catch((err: unknown) =>
        logger.error('execution.expansion_failed', { scheduleExecutionId: id, err }),
      );
    }
    expandingOurs = false;
  }

  function enqueue(executionIds: string[]): void {
    for (const id of executionIds) inLine.add(id);
    queues.enqueueExpand(executionIds).catch((err: unknown) => {
      logger.warn('queue.unavailable', { err }, 'The queue takes nothing: this worker goes on by itself');
      for (const id of executionIds) ours.add(id);
      return expandOurs();
    });
  }

  const loop = createLoop({
    name: 'expand',
    logger,
    async runOnce() {
      const now = await databaseNow(pool);
      const due = await executionsToExpand(pool, now, INTAKE);
      if (performance.now() >= lookAgainAt) {
        lookAgainAt = performance.now() + safetyNetMs;
        inLine.clear();
      }
      const fresh = due.filter((id) => !inLine.has(id));
      if (fresh.length > 0) enqueue(fresh);
      const untilDue = await msUntilNextDue(pool, 'execution', now);
      return Math.min(untilDue ?? Number.POSITIVE_INFINITY, safetyNetMs);
    },
  });

  return { enqueue, expand, loop };
}
