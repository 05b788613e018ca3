import {
  countJobs,
  type EndedExecution,
  executionsToRollUp,
  writeDelivery,
  writeRollUps,
} from '../../db/runs/end/roll-up.js';
import { tryLockRuns } from '../../db/runs/lock-execution.js';
import type { Queryable } from '../../db/system/queryable.js';
import { deliveryStatus, rollUpRunStatus } from '../../domain/job/states.js';
import { type Pool, withTransaction } from '../../runtime/database/pool.js';

/**
 * Recomputes counters, delivery status and run status of locked runs from their rows, in two
 * statements for any number of runs.
 * @returns the runs that ended
 */
export async function rollUpExecutions(
  client: Queryable,
  lockedIds: readonly string[],
): Promise<EndedExecution[]> {
  if (lockedIds.length === 0) return [];
  const counts = await countJobs(client, lockedIds);
  return writeRollUps(
    client,
    counts.map(({ wanted, cancelRequested, overdue, ...row }) => ({
      ...row,
      runStatus: rollUpRunStatus(row, cancelRequested, overdue),
      status: deliveryStatus({ created: wanted, started: row.started }),
    })),
  );
}

/**
 * Sets the delivery status of locked runs whose first attempts are all answered, and rolls up those
 * that have nothing open. The jobs of the others are not counted, because a large run takes long.
 * @returns the runs that ended
 */
export async function rollUpDelivered(
  client: Queryable,
  deliveredIds: readonly string[],
): Promise<EndedExecution[]> {
  if (deliveredIds.length === 0) return [];
  await writeDelivery(client, deliveredIds);
  return rollUpExecutions(client, await executionsToRollUp(client, deliveredIds));
}

/** Rolls up runs whose jobs have all ended but which were not rolled up. */
export async function rollUpLost(pool: Pool, candidates: readonly string[]): Promise<EndedExecution[]> {
  if (candidates.length === 0) return [];
  return withTransaction(pool, async (client) => {
    const locked = (await tryLockRuns(client, candidates)).map(({ id }) => id);
    return rollUpExecutions(client, locked);
  });
}
