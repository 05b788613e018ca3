import type { SingleJob } from '../../db/runs/insert-single-jobs.js';
import type { Loop } from '../../runtime/loop.js';
import { type ExpandDeps, expandExecution } from '../../services/runs/expand-execution.js';
import { expandPlainExecutions } from '../../services/runs/expand-plain-executions.js';
import type { Announce, EngineContext } from '../engine-context.js';
import { createBacklog } from './backlog.js';
import { createExpandIntake } from './expand-intake.js';

/** Plain runs per transaction. */
const PLAIN_AT_ONCE = 500;
/**
 * Delay before runs that another transaction had locked are tried again. That may be another worker that only
 * enqueues them, or stops before it does. Nothing announces the end of a lock.
 */
const HELD_MS = 500;

export interface Expander {
  /** Takes runs in. Plain runs are expanded here at once, the others are enqueued for any worker. */
  accept(executionIds: readonly string[]): void;
  /** These runs already have their only job. `waiting` of these jobs are released and not claimed. */
  started(jobs: readonly SingleJob[], waiting: number): void;
  /** Processes a task of the queue. The rows decide whether there is anything to do. */
  expand(executionId: string): Promise<void>;
  /** Takes in runs from elsewhere: triggers, webhooks, and runs of dead workers. */
  loop: Loop;
  /** Takes in no more runs. Resolves when the expansions in progress have ended. */
  stop(): Promise<void>;
}

/**
 * @param onHeld called when the first batch of a run is due for release
 * @param onOver called when a run has ended with its expansion, because it failed or has no jobs
 */
export function createExpander(
  context: EngineContext,
  deps: ExpandDeps,
  announce: Announce,
  onHeld: () => void,
  onOver: () => void,
): Expander {
  const { queues, logger, metrics, traces } = context;
  /** Each processes its runs one batch after another, because an expansion holds connections. */
  const plain = createBacklog(PLAIN_AT_ONCE, expandPlain);
  const ours = createBacklog(1, expandOurs);
  const held = new Set<string>();
  let heldTimer: NodeJS.Timeout | undefined;

  function tryAgainSoon(executionIds: readonly string[]): void {
    for (const id of executionIds) held.add(id);
    if (held.size > 0) heldTimer ??= setTimeout(acceptHeld, HELD_MS);
  }

  function acceptHeld(): void {
    heldTimer = undefined;
    const ids = [...held];
    held.clear();
    accept(ids);
  }

  async function expandPlain(executionIds: string[]): Promise<void> {
    const startedAt = Date.now();
    try {
      const { expanded, rest, ...again } = await expandPlainExecutions(deps, executionIds);
      if (traces) for (const run of expanded) traces.expanded(run, startedAt, { jobs: 1, batches: 1 });
      plain.add(again.later);
      tryAgainSoon(again.held);
      started(expanded, expanded.length);
      share(rest);
    } catch (err) {
      logger.error('execution.expansion_failed', { err, executions: executionIds.length });
      enqueue(executionIds);
    }
  }

  function started(jobs: readonly SingleJob[], waiting: number): void {
    metrics.jobsCreated.inc(jobs.length);
    // The claim was already logged. When thousands of runs are due at once, a second line for each would
    // delay their calls.
    for (const { scheduleExecutionId, traceId } of jobs)
      logger.debug('execution.expanded', { scheduleExecutionId, jobs: 1, batches: 1, traceId });
    const [first] = jobs;
    if (first && waiting > 0) announce([{ ...first, batchIndex: 0, released: waiting, targetType: 'agent' }]);
  }

  async function expand(executionId: string): Promise<void> {
    const startedAt = Date.now();
    const expanded = await expandExecution(deps, executionId).finally(() => known.delete(executionId));
    if (expanded.kind === 'none') return;
    if (expanded.kind === 'held') return tryAgainSoon([executionId]);
    const run = { ...expanded, scheduleExecutionId: executionId };
    if (expanded.kind === 'postponed') {
      const { message } = expanded;
      logger.warn('execution.expansion_postponed', { scheduleExecutionId: executionId }, message);
      loop.wake(); // to learn when the next try is due
      return;
    }
    if (expanded.kind === 'failed') {
      const { messages, err, traceId } = expanded;
      logger.error('execution.expansion_failed', {
        scheduleExecutionId: executionId,
        messages,
        err,
        traceId,
      });
      metrics.executions.inc({ status: 'failed' });
      traces?.expanded(run, startedAt, { error: messages.join('; ') });
      traces?.ended({ ...run, runStatus: 'failed' });
      onOver();
      return;
    }
    const { jobs, batches, released, priority, targetType, traceId } = expanded;
    metrics.jobsCreated.inc(jobs);
    traces?.expanded(run, startedAt, { jobs, batches });
    logger.info('execution.expanded', { scheduleExecutionId: executionId, jobs, batches, traceId });
    if (released > 0)
      announce([{ scheduleExecutionId: executionId, batchIndex: 0, released, priority, targetType }]);
    else if (jobs > 0) onHeld();
    if (jobs > 0) return;
    metrics.executions.inc({ status: 'succeeded' });
    traces?.ended({ ...run, runStatus: 'succeeded' });
    onOver();
  }

  /** An idle worker expands the first run at once. The queue shares the others among the workers. */
  function share(executionIds: readonly string[]): void {
    const here = ours.isIdle() ? executionIds.slice(0, 1) : [];
    ours.add(here);
    enqueue(executionIds.slice(here.length));
  }

  function enqueue(executionIds: readonly string[]): void {
    if (executionIds.length === 0) return;
    queues.enqueueExpand(executionIds).catch(() => ours.add(executionIds));
  }

  async function expandOurs(executionIds: string[]): Promise<void> {
    for (const id of executionIds)
      await expand(id).catch((err: unknown) => {
        logger.error('execution.expansion_failed', { scheduleExecutionId: id, err });
        loop.wake();
      });
  }

  function accept(executionIds: readonly string[]): void {
    for (const id of executionIds) known.set(id, performance.now());
    plain.add(executionIds);
  }

  const intake = createExpandIntake(context, { accept, expandHere: (ids) => ours.add(ids) });
  const { known, loop } = intake;

  return {
    accept,
    started,
    expand,
    loop,
    async stop() {
      await Promise.all([loop.stop(), plain.stop(), ours.stop()]);
      clearTimeout(heldTimer);
    },
  };
}
