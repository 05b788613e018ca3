import { agentsWithThrottledJobs } from '../../db/agents/agent-limits.js';
import { findLongWaits, findWaitsOf, type LongWait } from '../../db/jobs/find/find-long-waits.js';
import type { Queryable } from '../../db/system/queryable.js';
import type { Waiting } from '../../domain/job/explain-waiting.js';
import { readAgentLimits } from '../agents/agent-limits.js';
import { explainWaitingJobs } from './explain-waiting-jobs.js';

/** Limit for each agent, requirement and priority. */
const JOBS_PER_LINE = 100;

export interface ExplainedWait extends LongWait, Waiting {
  /** Number of waiting jobs that were found in the group. */
  count: number;
}

/** The group under which a job is reported. Null leaves it out. */
type PlaceOf = (wait: LongWait) => string | null;

/** Jobs that have waited longer than the threshold: the oldest of each group, with what it waits for. */
export async function readLongWaits(
  client: Queryable,
  thresholdMs: number,
  placeOf: PlaceOf,
): Promise<ExplainedWait[]> {
  return explain(client, await findLongWaits(client, { thresholdMs, perLine: JOBS_PER_LINE }), placeOf);
}

/**
 * Jobs that will wait longer than the threshold, however long they have waited so far: the next call that their
 * agent's rate limit permits, or the next probe of its circuit, is further away than that.
 */
export async function readForeseenWaits(
  client: Queryable,
  thresholdMs: number,
  placeOf: PlaceOf,
): Promise<ExplainedWait[]> {
  const limits = await readAgentLimits(client, await agentsWithThrottledJobs(client));
  const agentIds = [...limits.values()].flatMap(({ id, throttled, now }) =>
    throttled?.until && throttled.until.getTime() - now.getTime() > thresholdMs ? [id] : [],
  );
  if (agentIds.length === 0) return [];
  return explain(client, await findWaitsOf(client, agentIds, JOBS_PER_LINE), placeOf);
}

async function explain(
  client: Queryable,
  waits: readonly LongWait[],
  placeOf: PlaceOf,
): Promise<ExplainedWait[]> {
  const places = new Map<string, LongWait & { count: number }>();
  for (const wait of waits) {
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
