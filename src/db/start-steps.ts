import {
  type ClaimedAttempt,
  HOLDS_LEASE,
  inOrder,
  type Lease,
  notRestrained,
  RESTRAINED,
  RETURNED,
} from './claim-attempts.js';
import type { Queryable } from './queryable.js';

/** By whom steps are claimed whose turn comes, and how many. */
export interface StepClaim {
  lease: Lease;
  most: number;
  served: readonly string[];
  holdMs: number;
}

/** It may be claimed: not what is for agents that may not be called at any time, which waits in line. */
const MINE = `(s.wanted AND a.requirements = ANY ($4::text[]) AND ${notRestrained('a."agentId"')} AND ${HOLDS_LEASE})`;
const ifMine = (column: string, value: string) =>
  `"${column}" = CASE WHEN ${MINE} THEN ${value} ELSE a."${column}" END`;

const START = `WITH ${RESTRAINED}
  UPDATE "AgentJobExecution" a SET "releasedAt" = now.at, "enqueuedAt" = coalesce(a."enqueuedAt", now.at),
    ${ifMine('status', "'running'")}, ${ifMine('workerId', '$1')}, ${ifMine('leaseEpoch', '$2')}, ${ifMine('reason', 'NULL')},
    ${ifMine('startedAt', 'now.at')}, ${ifMine('sentAt', 'now.at')},
    ${ifMine('deadlineAt', `now.at + (a."attemptTimeout" + $6::float8) * interval '1 millisecond'`)}
  FROM unnest($3::text[], $7::boolean[]) AS s(id, wanted), (SELECT clock_timestamp() AS at) now
  WHERE a.id = s.id AND a.status = 'pending'
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
  const wanted = ids.map((_, place) => place < most);
  const { rows } = await client.query<ClaimedAttempt & { claimed: boolean }>(START, [
    ...[lease.workerId, lease.epoch, ids, served, [], holdMs, wanted],
  ]);
  return inOrder(rows.flatMap(({ claimed, ...attempt }) => (claimed ? [attempt] : [])));
}
