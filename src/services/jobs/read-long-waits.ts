import { findLongWaits, type LongWait } from '../../db/jobs/find-long-waits.js';
import type { Queryable } from '../../db/system/queryable.js';
import type { Waiting } from '../../domain/job/explain-waiting.js';
import { explainWaitingJobs } from './explain-waiting-jobs.js';

/** Limit for each agent, requirement and priority. */
const JOBS_PER_LINE = 100;

export interface ExplainedWait extends LongWait, Waiting {
  /** Number of waiting jobs that were found in the group. */
  count: number;
}

/**
 * Jobs that have waited longer than the threshold: the oldest of each group, with what it waits for.
 * @param placeOf the group under which a job is reported; null leaves it out
 */
export async function readLongWaits(
  client: Queryable,
  thresholdMs: number,
  placeOf: (wait: LongWait) => string | null,
): Promise<ExplainedWait[]> {
  const places = new Map<string, LongWait & { count: number }>();
  for (const wait of await findLongWaits(client, { thresholdMs, perLine: JOBS_PER_LINE })) {
    const place = placeOf(wait);
    if (place === null) continue;
    const known = places.get(place);
    if (known) known.count += 1;
    else places.set(place, { ...wait, count: 1 });
  }
  if (places.size === 0) return [];
  const oldest = [...places.values()];
  const explained = await explainWaitingJobs(
    client,
    oldest.map(({ id }) => id),
  );
  // Jobs that have started meanwhile are left out.
  return oldest.flatMap((wait) => {
    const waiting = explained.get(wait.id);
    return waiting ? [{ ...wait, ...waiting }] : [];
  });
}
