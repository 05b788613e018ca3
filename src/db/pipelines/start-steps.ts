import { type ClaimedAttempt, inOrder, type Lease, LIMITED, RETURNED } from '../jobs/claim-attempts.js';
import { MAY_BE_MINE, MOMENT, releaseClaimed } from '../jobs/release-claimed.js';
import type { Queryable } from '../system/queryable.js';

/** By whom steps are claimed whose turn comes, and how many. */
export interface StepClaim {
  lease: Lease;
  most: number;
  served: readonly string[];
  holdMs: number;
}

/** Found by their ids: an index that knows what is pending would lead through all that is. */
const START = `WITH ${LIMITED}
  UPDATE "AgentJobExecution" a SET ${releaseClaimed(`(${MAY_BE_MINE} AND a.id <> ALL ($7::text[]))`)}
  FROM ${MOMENT}
  WHERE a.id = ANY ($3::text[]) AND (a.status = 'pending') IS TRUE
  RETURNING a.status = 'running' AS claimed, ${RETURNED}`;

/**
 * Steps of pipelines whose turn has just come, in the transaction that found out: claimed, as many as steps ended, since each hands
 * its place on, and the others put in line.
 *
 * @returns those that are the claimant's now
 */
export async function startSteps(
  client: Queryable,
  ids: readonly string[],
  { lease, most, served, holdMs }: StepClaim,
): Promise<ClaimedAttempt[]> {
  if (ids.length === 0) return [];
  const { rows } = await client.query<ClaimedAttempt & { claimed: boolean }>(START, [
    ...[lease.workerId, lease.epoch, ids, served, [], holdMs, ids.slice(most)],
  ]);
  return inOrder(rows.flatMap(({ claimed, ...attempt }) => (claimed ? [attempt] : [])));
}
