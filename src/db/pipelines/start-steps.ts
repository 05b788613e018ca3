import {
  type ClaimedAttempt,
  HOLDS_LEASE,
  inOrder,
  type Lease,
  RESTRAINED,
  RETURNED,
} from '../jobs/claim-attempts.js';
import type { Queryable } from '../system/queryable.js';

/** By whom steps are claimed whose turn comes, and how many. */
export interface StepClaim {
  lease: Lease;
  most: number;
  served: readonly string[];
  holdMs: number;
}

/** It may be claimed: not what is for agents that may not be called at any time, which waits in line. */
const MINE = `(now.held AND a.requirements = ANY ($4::text[]) AND a."agentId" <> ALL (now.restrained) AND a.id <> ALL ($7::text[]))`;
const ifMine = (column: string, value: string) =>
  `"${column}" = CASE WHEN ${MINE} THEN ${value} ELSE a."${column}" END`;

/** Found by their ids: an index that knows what is pending would lead through all that is. */
const START = `WITH ${RESTRAINED}
  UPDATE "AgentJobExecution" a SET "releasedAt" = now.at, "enqueuedAt" = coalesce(a."enqueuedAt", now.at), "updatedAt" = clock_timestamp(),
    ${ifMine('status', "'running'")}, ${ifMine('workerId', '$1')}, ${ifMine('leaseEpoch', '$2')}, ${ifMine('reason', 'NULL')},
    ${ifMine('startedAt', 'now.at')}, ${ifMine('sentAt', 'now.at')},
    ${ifMine('deadlineAt', `now.at + (a."attemptTimeout" + $6::float8) * interval '1 millisecond'`)}
  FROM (SELECT clock_timestamp() AS at, ${HOLDS_LEASE} AS held, ARRAY(SELECT id FROM restrained) AS restrained OFFSET 0) now
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
