import type { Queryable } from '../system/queryable.js';

export const OUTCOMES = ['succeeded', 'partial', 'failed', 'cancelled', 'skipped'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Executions of one outcome made within one bucket. */
export interface OutcomeCount {
  /** From 1; 0 for none. */
  bucket: number;
  outcome: Outcome;
  /** Of skipped ones the slots. */
  count: number;
  /** Rows read of this outcome, over all buckets; as many as `most`: older ones were not read. */
  read: number;
}

/**
 * How the executions ended that were made since the first bound, by bucket: ids tell when. Along the index of each outcome, the
 * newest first, at most `most` of each.
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
         SELECT id FROM "ScheduleExecution" WHERE "runStatus" = outcome AND id >= ($1::text[])[1] ORDER BY id DESC LIMIT $2) ended
       UNION ALL
       SELECT 'skipped', width_bucket(id, $1::text[]), slots FROM (
         SELECT id, greatest(1, "missedCount") AS slots FROM "ScheduleExecution"
         WHERE status = 'skipped' AND id >= ($1::text[])[1] ORDER BY id DESC LIMIT $2) skipped
     ) each GROUP BY bucket, outcome`,
    [bounds, most],
  );
  return rows;
}
