import type { EndedExecution } from '../../../db/runs/end/roll-up.js';
import { executionsToRollUp } from '../../../db/runs/end/roll-up.js';
import { dropChunks, removeChunk, returnToBatch } from '../../../db/runs/expand/job-chunks.js';
import { lockExecution } from '../../../db/runs/lock-execution.js';
import { batchIndexOf } from '../../../domain/expansion/plan.js';
import { type Pool, withTransaction } from '../../../runtime/database/pool.js';
import { BRIEFLY } from '../../jobs/locked-runs.js';
import { rollUpExecutions } from '../roll-up-executions.js';
import { rowsInsertion } from './job-chunks.js';

export interface StoredChunk {
  scheduleExecutionId: string;
  /** The number of jobs that are rows now. 0: the run was cancelled, and its chunks are deleted. */
  jobs: number;
  /** The run, if it ended because nothing of it is left. */
  ended: EndedExecution[];
}

/**
 * Stores the jobs of the next chunk that was not claimed in time as rows, in the transaction that deletes the
 * chunk. Jobs of a cancelled run are no longer created. If the run is cancelled at the same moment, the
 * engine ends the new jobs like the others.
 *
 * @param after the run of the last chunk; the others go first
 * @param onTaken called with the run before anything can fail because of its jobs
 * @param options.early whether chunks are stored that workers may still claim
 * @returns undefined if there is none, or another worker has taken it
 * @throws lock_not_available if a cancelled run is locked by another transaction; try again soon
 */
export function storeJobChunk(
  pool: Pool,
  after: string,
  onTaken: (scheduleExecutionId: string) => void,
  { early }: { early: boolean },
): Promise<StoredChunk | undefined> {
  return withTransaction(
    pool,
    async (client) => {
      const taken = await removeChunk(client, after, early);
      if (!taken) return undefined;
      const { chunk, isWanted } = taken;
      const { scheduleExecutionId } = chunk.settings.origin;
      onTaken(scheduleExecutionId);
      if (isWanted) {
        const { text, values } = rowsInsertion(chunk);
        await client.query(text, values);
        await returnToBatch(client, scheduleExecutionId, batchIndexOf(chunk.firstIndex, chunk.batchSize));
        return { scheduleExecutionId, jobs: chunk.params.length, ended: [] };
      }
      await lockExecution(client, scheduleExecutionId);
      await dropChunks(client, scheduleExecutionId, chunk.params.length);
      const ended = await rollUpExecutions(client, await executionsToRollUp(client, [scheduleExecutionId]));
      return { scheduleExecutionId, jobs: 0, ended };
    },
    BRIEFLY,
  );
}
