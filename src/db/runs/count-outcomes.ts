import { alongIndex } from '../system/along-index.js';
import type { Queryable } from '../system/queryable.js';

export const OUTCOMES = ['succeeded', 'partial', 'failed', 'cancelled', 'skipped'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Number of runs with one outcome made within one bucket. */
export interface OutcomeCount {
  /** From 1. 0 for no bucket. */
  bucket: number;
  outcome: Outcome;
  /** For skipped runs, the number of slots. */
  count: number;
  /**
   * Number of rows read for this outcome, over all buckets. If this equals `most`, older rows were not read.
   */
  read: number;
}

/**
 * Counts how the runs made since the first bound ended, by bucket. Ids show when runs were made. Reads along
 * the index of each outcome, newest first, at most `most` rows of each.
 *
 * @param bounds lower bounds of the ids of each bucket, ascending
 */
export async function countOutcomes(
  client: Queryable,
  bounds: readonly string[],
  most: number,
): Promise<OutcomeCount[]> {
  const { rows } = await client.query<OutcomeCount>(
    `SELECT bucket, outcome, sum(slots)::int AS count, (sum(count(*)) OVER (PARTITION BY outcome))::int AS read FROM (
       SELECT outcome, width_bucket(id, $1::text[]) AS bucket, 1 AS slots
       FROM unnest(ARRAY['succeeded', 'partial', 'failed', 'cancelled']) AS outcome CROSS JOIN LATERAL (
         SELECT id FROM "ScheduleExecution" WHERE ${alongIndex('"runStatus"', 'outcome')} AND id >= ($1::text[])[1]
         ORDER BY "runStatus" DESC, id DESC LIMIT $2) ended
       UNION ALL
       SELECT 'skipped', width_bucket(id, $1::text[]), slots FROM (
         SELECT id, greatest(1, "missedCount") AS slots FROM "ScheduleExecution"
         WHERE ${alongIndex('status', "'skipped'")} AND id >= ($1::text[])[1] ORDER BY status DESC, id DESC LIMIT $2) skipped
     ) each GROUP BY bucket, outcome`,
    [bounds, most],
  );
  return rows;
}
