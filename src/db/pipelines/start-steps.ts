import { type ClaimedAttempt, inOrder, type Lease, LIMITED, RETURNED } from '../jobs/claim/claim-attempts.js';
import { MAY_BE_CLAIMED, MOMENT, releaseClaimed } from '../jobs/claim/release-claimed.js';
import type { Queryable } from '../system/queryable.js';

/** The worker that claims ready steps, and how many it may claim. */
export interface StepClaim {
  lease: Lease;
  most: number;
  served: readonly string[];
  sendWithinMs: number;
}

/** Finds the steps by id. An index on the status would scan all pending attempts. */
const START = `WITH ${LIMITED}
  UPDATE "AgentJobExecution" a SET ${releaseClaimed(`(${MAY_BE_CLAIMED} AND a.id <> ALL ($7::text[]))`)}
  FROM ${MOMENT}
  WHERE a.id = ANY ($3::text[]) AND (a.status = 'pending') IS TRUE
  RETURNING a.status = 'running' AS claimed, ${RETURNED}`;

/**
 * Starts pipeline steps that have just become ready, in the transaction that found them. Claims as many as
 * steps ended, because each ended step frees capacity, and releases the others.
 *
 * @returns the claimed steps
 */
export async function startSteps(
  client: Queryable,
  ids: readonly string[],
  { lease, most, served, sendWithinMs }: StepClaim,
): Promise<ClaimedAttempt[]> {
  if (ids.length === 0) return [];
  const { rows } = await client.query<ClaimedAttempt & { claimed: boolean }>(START, [
    ...[lease.workerId, lease.epoch, ids, served, [], sendWithinMs, ids.slice(most)],
  ]);
  return inOrder(rows.filter(({ claimed }) => claimed));
}
