import {
  hasDeferredReplacements,
  lockDeferredReplacements,
  requestReplacement,
  settleDeferredReplacements,
} from '../../db/runs/replace-executions.js';
import { type Pool, withTransaction } from '../../runtime/database/pool.js';

export interface Replaced {
  /** Runs that were asked to stop and whose open attempts still have to be ended. */
  executionIds: string[];
  /** Number of runs that another transaction still locks. */
  locked: number;
}

const AT_ONCE = 1_000;

/** Asks runs to stop that a newer run replaces and whose row was locked when the newer one was claimed. */
export async function replaceDeferred(pool: Pool): Promise<Replaced> {
  if (!(await hasDeferredReplacements(pool))) return { executionIds: [], locked: 0 };
  return withTransaction(pool, async (client) => {
    const ids = await lockDeferredReplacements(client, AT_ONCE);
    if (ids.length === 0) return { executionIds: [], locked: 0 };
    const executionIds = await requestReplacement(client, ids);
    return { executionIds, locked: await settleDeferredReplacements(client, ids) };
  });
}
