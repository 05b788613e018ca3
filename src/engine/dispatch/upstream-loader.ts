import DataLoader from 'dataloader';
import { loadUpstream, type UpstreamResult } from '../../db/pipelines/load-upstream.js';
import type { Pool } from '../../runtime/pool.js';

/** Results may be large: those for so many steps are in memory at once. */
const STEPS_AT_ONCE = 25;

/** Reads what steps depend on, for those that are sent together in one statement. Nothing is kept: the next attempt may find more. */
export function createUpstreamLoader(pool: Pool): (jobIds: readonly string[]) => Promise<UpstreamResult[]> {
  const loader = new DataLoader<readonly string[], UpstreamResult[]>((steps) => loadUpstream(pool, steps), {
    cache: false,
    maxBatchSize: STEPS_AT_ONCE,
  });
  return (jobIds) => loader.load(jobIds);
}
