import { noteHeld } from '../../db/runs/expand/expansion-tries.js';
import { targetOfRun } from '../../db/runs/expand/target-of-run.js';
import type { Loop } from '../../runtime/loop.js';
import { type ExpandDeps, expandExecution } from '../../services/runs/expand/expand-execution.js';
import { expandPlainExecutions } from '../../services/runs/expand/expand-plain-executions.js';
import type { EngineContext } from '../engine-context.js';
import type { LocalWorker } from '../local-worker.js';
import { createBacklog, createDelay } from './backlog.js';
import { createExpandIntake } from './expand-intake.js';
import { firstBatchStaysPending } from './first-batch.js';
import { reportExpansion, reportStarted } from './report-expansion.js';
import { createSlowExpansions } from './slow-expansions.js';

/** Plain runs per transaction. */
const PLAIN_AT_ONCE = 500;
/**
 * Delay before runs that another transaction had locked are tried again. That may be another worker that only
 * enqueues them, or stops before it does. Nothing announces the end of a lock.
 */
const LOCKED_MS = 500;

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
 * Creates the jobs of runs. Signals `batchesReleased` or `firstBatchPending`, or `runsEnded` if a run ends
 * with its expansion, because it failed or has no jobs.
 */
export function createExpander(
  context: EngineContext,
  worker: LocalWorker,
  dataSources: ExpandDeps['dataSources'],
): Expander {
  const { pool, directory, queues, logger, traces } = context;
  const deps: ExpandDeps = {
    pool,
    dataSources,
    directory,
    firstBatchStaysPending: (agentId, jobs) => firstBatchStaysPending(directory, worker, agentId, jobs),
    chunks: worker.sizes.chunks,
  };
  /** Each processes its runs one batch after another, because an expansion holds connections. */
  const plain = createBacklog(PLAIN_AT_ONCE, expandPlain);
  const ours = createBacklog(1, expandOurs);
  const intake = createExpandIntake(context, { onAccepted: plain.add, expandHere: ours.add });
  const locked = createDelay(LOCKED_MS, intake.accept);
  const expandInTurn = createSlowExpansions({
    targetOf: (executionId) => targetOfRun(pool, executionId),
    note: (executionId) => noteHeld(pool, executionId),
    release: enqueue,
  });

  async function expandPlain(executionIds: string[]): Promise<void> {
    const startedAt = Date.now();
    try {
      const { expanded, rest, later, locked: notExpanded } = await expandPlainExecutions(deps, executionIds);
      if (traces) for (const run of expanded) traces.expanded(run, startedAt, { jobs: 1, batches: 1 });
      plain.add(later);
      locked.add(notExpanded);
      reportStarted(context, expanded, expanded.length);
      share(rest);
    } catch (err) {
      logger.error('execution.expansion_failed', { err, executions: executionIds.length });
      enqueue(executionIds);
    }
  }

  const expand = (executionId: string) => expandInTurn(executionId, () => expandNow(executionId));

  async function expandNow(executionId: string): Promise<void> {
    const startedAt = Date.now();
    const expanded = await expandExecution(deps, executionId).finally(() => intake.forget(executionId));
    if (expanded.kind === 'locked') locked.add([executionId]);
    else if (expanded.kind === 'postponed') {
      const { message } = expanded;
      logger.warn('execution.expansion_postponed', { scheduleExecutionId: executionId }, message);
      intake.loop.wake(); // to learn when the next try is due
    } else if (expanded.kind !== 'none') reportExpansion(context, executionId, startedAt, expanded);
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
        intake.loop.wake();
      });
  }

  return {
    ...intake.loop,
    accept: intake.accept,
    expand,
    async end() {
      await Promise.all([intake.loop.stop(), plain.stop(), ours.stop()]);
      locked.stop();
    },
  };
}
