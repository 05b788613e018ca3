import { loadQuietSchedules } from '../db/load-quiet-schedules.js';
import { whyNot } from '../domain/explain/why-not.js';
import type { Pool } from '../runtime/pool.js';
import { readSchedulerConfig } from './read-settings.js';

/** Why schedules do not run at this moment, each in a sentence; null where there is no such schedule. */
export async function explainSchedules(pool: Pool, ids: readonly string[]): Promise<(string | null)[]> {
  const [{ scheduler }, rows] = await Promise.all([readSchedulerConfig(pool), loadQuietSchedules(pool, ids)]);
  const sentences = new Map(
    rows.map((row) => [row.id, whyNot({ ...row, schedulerEnabled: scheduler.enabled })]),
  );
  return ids.map((id) => sentences.get(id) ?? null);
}
