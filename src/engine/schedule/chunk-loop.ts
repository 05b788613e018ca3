import { executionsToStop } from '../../db/runs/end/replace-executions.js';
import { msUntilNextChunk } from '../../db/runs/expand/job-chunks.js';
import { isLockTimeout } from '../../runtime/database/sqlstate.js';
import { createLoop, type Loop } from '../../runtime/loop.js';
import { storeJobChunk } from '../../services/runs/expand/store-job-chunk.js';
import { createBusyWait } from '../busy-wait.js';
import type { EngineContext } from '../engine-context.js';
import { logEnded } from '../finish/log-ended.js';

export interface ChunkLoop extends Loop {
  /** Runs may have been cancelled, so their chunks have to be deleted. */
  runsChanged(): void;
  /** Stores all chunks now, for a worker that stops. */
  storeAll(deadline: AbortSignal): Promise<void>;
}

/**
 * Stores the jobs of expansions as rows, chunk by chunk, if no worker claims them soon. Each worker does so
 * for any run, so the rest of a run whose worker died follows as soon as another one checks. Signals
 * `chunkStored`, and `runsEnded` or `runsCancelled` if the run was to end.
 */
export function createChunkLoop(
  context: Pick<EngineContext, 'pool' | 'logger' | 'signals' | 'metrics' | 'traces' | 'safetyNetMs'>,
): ChunkLoop {
  const { pool, logger, signals, safetyNetMs } = context;
  const busy = createBusyWait();
  /** As of the last check. Without a chunk, changes of runs do not wake the loop. */
  let isAny = true;
  /**
   * The run of the last chunk. Runs take turns, so that none waits for a large one, or for one that fails.
   */
  let last = '';

  /** @returns whether there was a chunk */
  async function store(early: boolean): Promise<boolean> {
    const onTaken = (id: string) => {
      last = id;
    };
    const stored = await storeJobChunk(pool, last, onTaken, { early });
    if (!stored) return false;
    const { scheduleExecutionId, jobs, ended } = stored;
    logger.debug('execution.chunk_stored', { scheduleExecutionId, jobs });
    logEnded(context, ended);
    if (ended.length > 0) signals.emit('runsEnded');
    // Whoever cancelled the run before these rows were committed has not seen them.
    if (jobs > 0 && (await executionsToStop(pool, [scheduleExecutionId])).length > 0)
      signals.emit('runsCancelled');
    signals.emit('chunkStored');
    return true;
  }

  const loop = createLoop({
    name: 'chunk',
    logger,
    async runOnce() {
      try {
        isAny = true; // the check may miss what changes during it
        const isMore = await store(false);
        const untilNext = isMore ? 0 : await msUntilNextChunk(pool);
        isAny = untilNext !== null;
        // Another transaction has taken what is due.
        if (!isMore && untilNext === 0) return Math.min(busy.next(), safetyNetMs);
        busy.reset();
        return Math.min(untilNext ?? safetyNetMs, safetyNetMs);
      } catch (err) {
        if (!isLockTimeout(err)) throw err;
        return Math.min(busy.next(), safetyNetMs);
      }
    },
  });

  return {
    ...loop,
    runsChanged() {
      if (isAny) loop.wake();
    },
    async storeAll(deadline) {
      // Runs that another transaction locks do not prevent the others, because runs take turns. When one of
      // them comes again and nothing was stored in between, all that are left are locked.
      const locked = new Set<string>();
      while (!deadline.aborted) {
        try {
          if (!(await store(true))) return;
          locked.clear();
        } catch (err) {
          logger.warn('chunk.at_stop_failed', { err });
          if (!isLockTimeout(err) || locked.has(last)) return;
          locked.add(last);
        }
      }
    },
  };
}
