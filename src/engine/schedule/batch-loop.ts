import type { EndedExecution } from '../../db/runs/end/roll-up.js';
import { msUntilNextDue } from '../../db/system/next-due.js';
import { createLoop, type Loop } from '../../runtime/loop.js';
import { advanceBatches } from '../../services/runs/release-batches.js';
import { createBusyWait } from '../busy-wait.js';
import type { EngineContext } from '../engine-context.js';
import { logEnded } from '../finish/log-ended.js';
import type { LocalWorker } from '../local-worker.js';
import { createBatchRelease } from './batch-release.js';

export interface BatchLoop extends Loop {
  /** These runs received answers. Undefined: unknown runs did, through reports or direct SQL. */
  answered(executionIds?: readonly string[]): void;
  /** The counters of these runs do not include all answers yet, because another transaction locked the runs. */
  uncounted(executionIds: readonly string[]): void;
  /** A worker releases a batch that is larger than the room it has. */
  offered(workerId: string): void;
}

/**
 * Releases one batch after another: the next one `staggerDelay` after the last was answered. Signals
 * `batchesReleased`, `chunksHastened`, `runsCancelled` and `runsEnded`.
 */
export function createBatchLoop(
  context: Pick<EngineContext, 'pool' | 'logger' | 'directory' | 'signals' | 'metrics' | 'traces'>,
  worker: LocalWorker,
): BatchLoop {
  const { pool, logger, signals } = context;
  /** Runs to check in the next round. */
  let touched = new Set<string>();
  /** Those of them whose counters do not include all answers. */
  let uncounted = new Set<string>();
  let checksAll = true;
  const wait = createBusyWait();
  const batchRelease = createBatchRelease(context, worker);

  function touch(executionIds: readonly string[]): void {
    for (const id of executionIds) touched.add(id);
  }

  function reportEnded(runs: readonly EndedExecution[]): void {
    logEnded(context, runs);
    if (runs.length > 0) signals.emit('runsEnded');
  }

  /** Plans the next batch of each changed run whose newest batch is answered. */
  async function advance(): Promise<void> {
    const among = checksAll ? null : [...touched];
    const toCount = uncounted;
    checksAll = false;
    touched = new Set();
    uncounted = new Set();
    if (among !== null && among.length === 0) return;
    try {
      const { busy, ended } = await advanceBatches(pool, among, { uncounted: [...toCount] });
      touch(busy);
      for (const id of busy) if (toCount.has(id)) uncounted.add(id);
      reportEnded(ended);
    } catch (error) {
      checksAll = true;
      for (const id of toCount) uncounted.add(id);
      throw error;
    }
  }

  /** Releases due batches. @returns whether there may be more that can be released at once */
  async function release(): Promise<boolean> {
    const { batches, more, ended, busy, hastened, isCancelled } = await batchRelease.release();
    if (hastened) signals.emit('chunksHastened');
    if (isCancelled) signals.emit('runsCancelled');
    touch(busy);
    reportEnded(ended);
    for (const { scheduleExecutionId, batchIndex, released } of batches)
      logger.debug('batch.released', { scheduleExecutionId, batchIndex, released });
    signals.emit(
      'batchesReleased',
      batches.filter(({ released, claimed = 0 }) => released > claimed),
    );
    if (batches.length > 0) wait.reset();
    return more;
  }

  const loop = createLoop({
    name: 'batch',
    logger,
    async runOnce() {
      await advance();
      if (await release()) return 0;
      const untilDue = await msUntilNextDue(pool, 'batch');
      if (untilDue !== 0) batchRelease.done();
      if (touched.size > 0 || untilDue === 0) return wait.next();
      wait.reset();
      return untilDue;
    },
  });

  return {
    ...loop,
    answered(executionIds) {
      if (executionIds === undefined) checksAll = true;
      else touch(executionIds);
      loop.wake();
    },
    uncounted(executionIds) {
      touch(executionIds);
      for (const id of executionIds) uncounted.add(id);
      loop.wake();
    },
    offered(workerId) {
      if (workerId === worker.id) return;
      batchRelease.leaveToOthers();
      loop.wake();
    },
  };
}
