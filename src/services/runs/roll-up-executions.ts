import {
  countJobs,
  type EndedExecution,
  lockExecutions,
  writeDelivery,
  writeRollUps,
} from '../../db/jobs/settle-attempts.js';
import { executionsToRollUp } from '../../db/runs/recover-executions.js';
import type { Queryable } from '../../db/system/queryable.js';
import { deliveryStatus, rollUpRunStatus } from '../../domain/job/states.js';
import { type Pool, withTransaction } from '../../runtime/pool.js';

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
    counts.map(({ wanted, cancelRequested, overdue, ...row }) => ({
      ...row,
      runStatus: rollUpRunStatus(row, cancelRequested, overdue),
      status: deliveryStatus({ created: wanted, started: row.started }),
    })),
  );
}

/**
 * Tells the delivery of locked executions whose first attempts are all answered; those of them that have nothing open any more
 * are rolled up. The jobs of the others are not counted: a large run goes on for long.
 *
 * @returns those that have ended with it
 */
export async function rollUpDelivered(
  client: Queryable,
  deliveredIds: readonly string[],
): Promise<EndedExecution[]> {
  if (deliveredIds.length === 0) return [];
  await writeDelivery(client, deliveredIds);
  return rollUpExecutions(client, await executionsToRollUp(client, deliveredIds));
}

/** Rolls up executions whose jobs have all ended and that nobody rolled up. */
export async function rollUpLost(pool: Pool, candidates: readonly string[]): Promise<EndedExecution[]> {
  if (candidates.length === 0) return [];
  return withTransaction(pool, async (client) => {
    const locked = (await lockExecutions(client, candidates)).map(({ id }) => id);
    return rollUpExecutions(client, locked);
  });
}
