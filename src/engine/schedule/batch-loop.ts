import { msUntilNextDue } from '../../db/schedules/next-due.js';
import { createLoop, type Loop } from '../../runtime/loop.js';
import { advanceBatches } from '../../services/runs/release-batches.js';
import { type Announce, createBusyWait, type EngineContext } from '../engine-context.js';
import { logEnded } from '../finish/log-ended.js';
import { type BatchReleaseOptions, createBatchRelease } from './batch-release.js';

export interface BatchLoop {
  loop: Loop;
  /** These runs received answers. Undefined: unknown runs did, through reports or direct SQL. */
  answered(executionIds?: readonly string[]): void;
  /** A worker releases a batch that is larger than the room it has. */
  offered(workerId: string): void;
  /**
   * Whether this loop should release the first batch of a run, and claim as many of its jobs as fit, instead
   * of the expansion.
   */
  holdsFirst(agentId: string, jobs: number): Promise<boolean>;
}

export interface BatchOptions extends BatchReleaseOptions {
  announce: Announce;
}

/** Releases one batch after another: the next one `staggerDelay` after the last was answered. */
export function createBatchLoop(context: EngineContext, options: BatchOptions): BatchLoop {
  const { pool, logger, directory } = context;
  let touched = new Set<string>();
  let lookAtAll = true;
  const wait = createBusyWait();
  const part = createBatchRelease(context, options);
  const again = (executionIds: readonly string[]) => {
    for (const id of executionIds) touched.add(id);
  };

  const loop = createLoop({
    name: 'batch',
    logger,
    async runOnce() {
      const among = lookAtAll ? null : [...touched];
      lookAtAll = false;
      touched = new Set();
      try {
        if (among === null || among.length > 0) {
          const advanced = await advanceBatches(pool, among);
          again(advanced.busy);
          logEnded(context, advanced.ended);
        }
      } catch (error) {
        lookAtAll = true;
        throw error;
      }
      const { batches, more, ended, busy, hastened, isCancelled } = await part.release();
      if (hastened) context.signals.emit('chunksHastened');
      if (isCancelled) context.signals.emit('runsCancelled');
      again(busy);
      logEnded(context, ended);
      for (const { scheduleExecutionId, batchIndex, released } of batches)
        logger.debug('batch.released', { scheduleExecutionId, batchIndex, released });
      options.announce(batches.filter(({ released, claimed = 0 }) => released > claimed));
      if (batches.length > 0) wait.reset();
      if (more) return 0;
      const untilDue = await msUntilNextDue(pool, 'batch');
      if (untilDue !== 0) part.done();
      if (touched.size > 0 || untilDue === 0) return wait.next();
      wait.reset();
      return untilDue;
    },
  });

  return {
    loop,
    answered(executionIds) {
      if (executionIds === undefined) lookAtAll = true;
      else again(executionIds);
      loop.wake();
    },
    offered(workerId) {
      if (workerId === options.workerId) return;
      part.leaveToOthers();
      loop.wake();
    },
    async holdsFirst(agentId, jobs) {
      if (jobs < options.sizes.firstBatch || !options.lease() || !options.idleClaim()) return false;
      return (await directory.limitedAgents()).every(({ id }) => id !== agentId);
    },
  };
}
