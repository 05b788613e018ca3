import { msUntilNextDue } from '../../db/schedules/next-due.js';
import { createLoop, type Loop } from '../../runtime/loop.js';
import { advanceBatches, releaseDueBatches } from '../../services/runs/release-batches.js';
import { type Announce, createBusyWait, type EngineContext } from '../engine-context.js';
import { logEnded } from '../finish/log-ended.js';

export interface BatchLoop {
  loop: Loop;
  /** Answers came in for these executions; undefined: for some that are not known here (a report, direct SQL). */
  answered(executionIds?: readonly string[]): void;
}

const BATCHES_AT_ONCE = 200;

/** Releases batch after batch: the next one `staggerDelay` after the last was answered. */
export function createBatchLoop(context: EngineContext, announce: Announce): BatchLoop {
  const { pool, logger } = context;
  let touched = new Set<string>();
  let lookAtAll = true;
  const wait = createBusyWait();

  const loop = createLoop({
    name: 'batch',
    logger,
    async runOnce() {
      const among = lookAtAll ? null : [...touched];
      lookAtAll = false;
      touched = new Set();
      let busy: string[] = [];
      try {
        if (among === null || among.length > 0) {
          const advanced = await advanceBatches(pool, among);
          busy = advanced.busy;
          logEnded(context, advanced.ended);
        }
      } catch (error) {
        lookAtAll = true;
        throw error;
      }
      const { batches, more, ended } = await releaseDueBatches(pool, BATCHES_AT_ONCE);
      logEnded(context, ended);
      for (const { scheduleExecutionId, batchIndex, released } of batches)
        logger.debug('batch.released', { scheduleExecutionId, batchIndex, released });
      announce(batches);
      if (batches.length > 0) wait.reset();
      if (more) return 0;
      const untilDue = await msUntilNextDue(pool, 'batch');
      for (const id of busy) touched.add(id);
      if (busy.length > 0 || untilDue === 0) return wait.next();
      wait.reset();
      return untilDue;
    },
  });

  return {
    loop,
    answered(executionIds) {
      if (executionIds === undefined) lookAtAll = true;
      else for (const id of executionIds) touched.add(id);
      loop.wake();
    },
  };
}
