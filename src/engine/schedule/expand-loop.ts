import type { Loop } from '../../runtime/loop.js';
import { type ExpandDeps, expandExecution } from '../../services/runs/expand-execution.js';
import { expandPlainExecutions } from '../../services/runs/expand-plain-executions.js';
import type { EngineContext } from '../engine-context.js';
import type { LocalWorker } from '../local-worker.js';
import { createBacklog } from './backlog.js';
import { createExpandIntake } from './expand-intake.js';
import { holdsFirst } from './first-batch.js';
import { reportStarted } from './report-started.js';

/** Plain runs per transaction. */
const PLAIN_AT_ONCE = 500;
/**
 * Delay before runs that another transaction had locked are tried again. That may be another worker that only
 * enqueues them, or stops before it does. Nothing announces the end of a lock.
 */
const HELD_MS = 500;

/** As a loop, it takes in runs from elsewhere: triggers, webhooks, and runs of dead workers. */
export interface Expander extends Loop {
  /** Takes runs in. Plain runs are expanded here at once, the others are enqueued for any worker. */
  accept(executionIds: readonly string[]): void;
  /** Processes a task of the queue. The rows decide whether there is anything to do. */
  expand(executionId: string): Promise<void>;
  /** Takes in no more runs, for a worker that stops. Resolves when the expansions in progress have ended. */
  end(): Promise<void>;
}

/**
 * Creates the jobs of runs. Signals `batchesReleased` or `firstBatchHeld`, or `runsEnded` if a run ends with its expansion,
 * because it failed or has no jobs.
 */
export function createExpander(
  context: EngineContext,
  worker: LocalWorker,
  dataSources: ExpandDeps['dataSources'],
): Expander {
  const { pool, directory, queues, logger, metrics, signals, traces } = context;
  const deps: ExpandDeps = {
    pool,
    dataSources,
    directory,
    holdsFirst: (agentId, jobs) => holdsFirst(directory, worker, agentId, jobs),
    chunks: worker.sizes.chunks,
  };
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
      reportStarted(context, expanded, expanded.length);
      share(rest);
    } catch (err) {
      logger.error('execution.expansion_failed', { err, executions: executionIds.length });
      enqueue(executionIds);
    }
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
      signals.emit('runsEnded');
      return;
    }
    const { jobs, batches, released, priority, targetType, traceId } = expanded;
    metrics.jobsCreated.inc(jobs);
    traces?.expanded(run, startedAt, { jobs, batches });
    logger.info('execution.expanded', { scheduleExecutionId: executionId, jobs, batches, traceId });
    if (released > 0)
      signals.emit('batchesReleased', [
        { scheduleExecutionId: executionId, batchIndex: 0, released, priority, targetType },
      ]);
    else if (jobs > 0) signals.emit('firstBatchHeld');
    if (jobs > 0) return;
    metrics.executions.inc({ status: 'succeeded' });
    traces?.ended({ ...run, runStatus: 'succeeded' });
    signals.emit('runsEnded');
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
    ...loop,
    accept,
    expand,
    async end() {
      await Promise.all([loop.stop(), plain.stop(), ours.stop()]);
      clearTimeout(heldTimer);
    },
  };
}
