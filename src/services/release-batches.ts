import {
  armNextBatches,
  executionsToAdvance,
  lockDueBatches,
  type ReleasedBatch,
  releaseNextBatches,
} from '../db/advance-batches.js';
import { lockExecutions } from '../db/settle-attempts.js';
import { type Pool, withTransaction } from '../runtime/pool.js';
import { rollUpExecutions } from './roll-up-executions.js';

/**
 * After answers came in: arms the next batch of each execution whose newest batch is answered, or tells the delivery
 * after the last one. Decided under the execution's lock, so that of two last answers exactly one moves it on.
 *
 * @param among the executions touched; null: look at all
 * @returns `busy`: what another transaction holds for a moment; ask again
 */
export async function advanceBatches(
  pool: Pool,
  among: readonly string[] | null,
): Promise<{ advanced: number; busy: string[] }> {
  const candidates = await executionsToAdvance(pool, among);
  if (candidates.length === 0) return { advanced: 0, busy: [] };
  return withTransaction(pool, async (client) => {
    const locked = (await lockExecutions(client, candidates)).map(({ id }) => id);
    await rollUpExecutions(client, await armNextBatches(client, locked));
    return { advanced: locked.length, busy: candidates.filter((id) => !locked.includes(id)) };
  });
}

/** Releases every batch whose instant has come. */
export async function releaseDueBatches(
  pool: Pool,
  limit: number,
): Promise<{ batches: ReleasedBatch[]; more: boolean }> {
  return withTransaction(pool, async (client) => {
    const due = await lockDueBatches(client, limit);
    const batches = await releaseNextBatches(client, due);
    // A batch of which nothing was left to release is answered as it stands.
    const empty = batches
      .filter(({ released }) => released === 0)
      .map(({ scheduleExecutionId }) => scheduleExecutionId);
    if (empty.length > 0) await rollUpExecutions(client, await armNextBatches(client, empty));
    return { batches: batches.filter(({ released }) => released > 0), more: due.length === limit };
  });
}
