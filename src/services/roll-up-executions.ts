import type { Queryable } from '../db/queryable.js';
import { countJobs, type EndedExecution, lockExecutions, writeRollUps } from '../db/settle-attempts.js';
import { deliveryStatus, rollUpRunStatus } from '../domain/job/states.js';
import { type Pool, withTransaction } from '../runtime/pool.js';

/**
 * Recomputes counters, delivery and run status of locked executions from their rows, in two statements whatever their number.
 *
 * @returns those that have ended with it
 */
export async function rollUpExecutions(
  client: Queryable,
  lockedIds: readonly string[],
): Promise<EndedExecution[]> {
  if (lockedIds.length === 0) return [];
  const counts = await countJobs(client, lockedIds);
  return writeRollUps(
    client,
    counts.map(({ wanted, started, cancelRequested, ...row }) => ({
      ...row,
      runStatus: rollUpRunStatus(row, cancelRequested),
      status: deliveryStatus({ created: wanted, started }),
    })),
  );
}

/** Rolls up executions whose jobs have all ended and that nobody rolled up. */
export async function rollUpLost(pool: Pool, candidates: readonly string[]): Promise<EndedExecution[]> {
  if (candidates.length === 0) return [];
  return withTransaction(pool, async (client) => {
    const locked = (await lockExecutions(client, candidates)).map(({ id }) => id);
    return rollUpExecutions(client, locked);
  });
}
