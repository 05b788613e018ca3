import DataLoader from 'dataloader';
import { loadUpstream, type UpstreamResult } from '../../../db/pipelines/load-upstream.js';
import type { Pool } from '../../../runtime/database/pool.js';

/** Limits memory, because results may be large. */
const STEPS_AT_ONCE = 25;

/**
 * Reads the results of dependencies, in one statement for steps that are sent together. Nothing is cached,
 * because results may change between attempts.
 */
export function createUpstreamLoader(pool: Pool): (attemptId: string) => Promise<UpstreamResult[]> {
  const loader = new DataLoader<string, UpstreamResult[]>((ids) => loadUpstream(pool, ids), {
    cache: false,
    maxBatchSize: STEPS_AT_ONCE,
  });
  return (attemptId) => loader.load(attemptId);
}
