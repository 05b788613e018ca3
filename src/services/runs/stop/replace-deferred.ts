import {
  hasDeferredReplacements,
  lockDeferredReplacements,
  requestReplacement,
  settleDeferredReplacements,
} from '../../../db/runs/end/replace-executions.js';
import { type Pool, withTransaction } from '../../../runtime/database/pool.js';
import { withRunLocked } from './lock-turns.js';

export interface Replaced {
  /** Runs that were asked to stop and whose open attempts still have to be ended. */
  executionIds: string[];
  /** Runs that another transaction still locks. */
  locked: string[];
}

const AT_ONCE = 1_000;

/**
 * Asks runs to stop that a newer run replaces and whose row was locked when the newer one was claimed.
 * @param waitFor a run whose lock this waits for, for a moment
 */
export async function replaceDeferred(pool: Pool, waitFor?: string): Promise<Replaced> {
  if (!(await hasDeferredReplacements(pool))) return { executionIds: [], locked: [] };
  // In a transaction of its own, because a transaction that waits for one run must not hold locks on others.
  const waited =
    waitFor === undefined
      ? undefined
      : await withRunLocked(pool, waitFor, true, async (client) => {
          const ids = await lockDeferredReplacements(client, AT_ONCE, [waitFor]);
          const asked = await requestReplacement(client, ids);
          await settleDeferredReplacements(client, ids);
          return asked;
        });
  const replaced = await withTransaction(pool, async (client) => {
    const ids = await lockDeferredReplacements(client, AT_ONCE);
    const executionIds = await requestReplacement(client, ids);
    return { executionIds, locked: await settleDeferredReplacements(client, ids) };
  });
  return { ...replaced, executionIds: [...(waited ?? []), ...replaced.executionIds] };
}
