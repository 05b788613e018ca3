import type { Queryable } from '../db/queryable.js';
import { countJobs, lockExecutions, writeRollUps } from '../db/settle-attempts.js';
import { deliveryStatus, rollUpRunStatus } from '../domain/job/states.js';
import { type Pool, withTransaction } from '../runtime/pool.js';

/** Recomputes counters, delivery and run status of locked executions from their rows, in two statements whatever their number. */
export async function rollUpExecutions(client: Queryable, lockedIds: readonly string[]): Promise<void> {
  if (lockedIds.length === 0) return;
  const counts = await countJobs(client, lockedIds);
  await writeRollUps(
    client,
    counts.map(({ wanted, answered, cancelRequested, ...row }) => ({
      ...row,
      runStatus: rollUpRunStatus(row, cancelRequested),
      status: deliveryStatus({ created: wanted, answered }),
    })),
  );
}

/** Rolls up executions whose jobs have all ended and that nobody rolled up. */
export async function rollUpLost(pool: Pool, candidates: readonly string[]): Promise<number> {
  if (candidates.length === 0) return 0;
  return withTransaction(pool, async (client) => {
    const locked = (await lockExecutions(client, candidates)).map(({ id }) => id);
    await rollUpExecutions(client, locked);
    return locked.length;
  });
}
