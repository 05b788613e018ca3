import { waitingRequirements } from '../../../db/jobs/waiting-requirements.js';
import { type Capabilities, canServe } from '../../../domain/worker/requirements.js';
import type { Pool } from '../../../runtime/database/pool.js';

/** Which requirements of waiting jobs this worker can serve. */
export interface ServedRequirements {
  /** Keys of the requirements, as of the last check. */
  keys(): readonly string[];
  /** Checks again. With `unlessFresh`, does nothing if the last check was a moment ago. */
  look(unlessFresh: boolean): Promise<void>;
}

/** How long new requirements may wait while there is always something to claim. */
const FRESH_MS = 500;

/**
 * @param onLook called before each check; its result is called with the waiting requirements that this worker
 * cannot serve
 */
export function createServedRequirements(
  pool: Pool,
  capabilities: Capabilities,
  onLook: () => (foreignKeys: readonly string[]) => void,
): ServedRequirements {
  let served = [''];
  let lookedAt = Number.NEGATIVE_INFINITY;
  return {
    keys: () => served,
    async look(unlessFresh) {
      const now = performance.now();
      if (unlessFresh && now - lookedAt < FRESH_MS) return;
      lookedAt = now;
      const onForeign = onLook();
      const waiting = await waitingRequirements(pool);
      const ours = waiting.filter((key) => canServe(capabilities, key));
      onForeign(waiting.filter((key) => !ours.includes(key)));
      served = ['', ...ours];
    },
  };
}
