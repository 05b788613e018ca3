import {
  deleteAttempts,
  deleteEmptyExecutions,
  lockEndedExecutions,
} from '../../db/runs/delete-executions.js';
import { findAgedExecutions, findSurplusExecutions } from '../../db/runs/find-expired-executions.js';
import { type Pool, withTransaction } from '../../runtime/pool.js';

export interface Retention {
  /** Ended runs older than this are deleted, in milliseconds. */
  maxAgeMs: number;
  /** Rows that one statement deletes at most; each is a transaction of its own. */
  limit: number;
  /** Stops between two statements. */
  signal?: AbortSignal | undefined;
}

/** What was deleted. */
export interface Retained {
  executions: number;
  attempts: number;
}

/**
 * Deletes history: what is too old, and what is beyond the history limits of its schedule. Ended executions only, attempts before
 * their execution, and never the newest of a schedule. A crash leaves an execution with fewer attempts, which the next round takes up.
 */
export async function retainHistory(pool: Pool, retention: Retention): Promise<Retained> {
  const { maxAgeMs, limit, signal } = retention;
  const total: Retained = { executions: 0, attempts: 0 };
  const remove = async (ids: readonly string[]) => {
    const deleted = await deleteExecutions(pool, ids, retention);
    total.executions += deleted.executions;
    total.attempts += deleted.attempts;
    return deleted.executions;
  };
  for (let after: string | null = ''; after !== null && !signal?.aborted; ) {
    const page = await findAgedExecutions(pool, maxAgeMs, after, limit);
    await remove(page.ids);
    after = page.after;
  }
  // What somebody holds is found again: the next round has it.
  for (let removed = 1; removed > 0 && !signal?.aborted; ) {
    removed = await remove(await findSurplusExecutions(pool, limit));
  }
  return total;
}

async function deleteExecutions(
  pool: Pool,
  ids: readonly string[],
  { limit, signal }: Retention,
): Promise<Retained> {
  const total: Retained = { executions: 0, attempts: 0 };
  for (let attempts = limit; ids.length > 0 && attempts === limit && !signal?.aborted; ) {
    attempts = await withTransaction(pool, async (client) => {
      const locked = await lockEndedExecutions(client, ids);
      const deleted = await deleteAttempts(client, locked, limit);
      total.executions += await deleteEmptyExecutions(client, locked);
      return deleted;
    });
    total.attempts += attempts;
  }
  return total;
}
