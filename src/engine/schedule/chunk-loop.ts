import { isHeldError } from '../../runtime/database/sqlstate.js';
import { createLoop, type Loop } from '../../runtime/loop.js';
import { storeJobChunk } from '../../services/runs/store-job-chunk.js';
import { createBusyWait, type EngineContext } from '../engine-context.js';
import { logEnded } from '../finish/log-ended.js';

/**
 * Stores jobs that expansions have decided as rows, chunk by chunk. Each worker does so for any run, so the rest of a run whose
 * worker died follows as soon as another one checks.
 *
 * @param onStored called when the due batch of a run may have more jobs
 */
export function createChunkLoop(context: EngineContext, onStored: () => void): Loop {
  const { pool, logger, signals, safetyNetMs } = context;
  const busy = createBusyWait();
  /** The run of the last chunk. Runs take turns, so that none waits for a large one, or for one that fails. */
  let last = '';
  return createLoop({
    name: 'chunk',
    logger,
    async runOnce() {
      try {
        const stored = await storeJobChunk(pool, last, (id) => {
          last = id;
        });
        busy.reset();
        if (!stored) return safetyNetMs;
        const { scheduleExecutionId, jobs, ended } = stored;
        logger.debug('execution.chunk_stored', { scheduleExecutionId, jobs });
        logEnded(context, ended);
        if (ended.length > 0) signals.emit('runsEnded');
        onStored();
        return 0;
      } catch (err) {
        if (!isHeldError(err)) throw err;
        return Math.min(busy.next(), safetyNetMs);
      }
    },
  });
}
