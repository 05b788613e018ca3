import {
  deleteAttempts,
  deleteEmptyExecutions,
  lockEndedExecutions,
} from '../../db/runs/delete-executions.js';
import { findAgedExecutions, findSurplusExecutions } from '../../db/runs/find-expired-executions.js';
import { type Pool, withTransaction } from '../../runtime/database/pool.js';

export interface Retention {
  /** Age from which ended runs are deleted, in milliseconds. */
  maxAgeMs: number;
  /** The maximum number of rows that one statement deletes. Each statement is a transaction. */
  limit: number;
  /** Stops between two statements. */
  signal?: AbortSignal | undefined;
}

/** The number of deleted rows. */
export interface Retained {
  executions: number;
  attempts: number;
}

/**
 * Deletes ended runs that are too old or exceed the history limits of their schedule. Attempts are
 * deleted before their run, and the newest run of a schedule is always kept. After a crash, a run may
 * have fewer attempts; the next round deletes the rest.
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
  // Rows that another transaction locks are skipped and found by the next round.
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
