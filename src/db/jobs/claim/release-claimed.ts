import { HOLDS_LEASE } from './claim-attempts.js';

/**
 * SQL that releases attempts `a` and claims those for which `claimed` is true, in the same version of the
 * row. Joins {@link MOMENT} and needs the CTE `limited`. Parameters: $1 and $2 the lease, $6 how long
 * attempts may wait until they are sent.
 */
export function releaseClaimed(claimed: string): string {
  const ifClaimed = (column: string, value: string) =>
    `"${column}" = CASE WHEN ${claimed} THEN ${value} ELSE a."${column}" END`;
  return `"releasedAt" = now.at, "enqueuedAt" = coalesce(a."enqueuedAt", now.at), "updatedAt" = clock_timestamp(),
    ${ifClaimed('status', "'running'")}, ${ifClaimed('workerId', '$1')}, ${ifClaimed('leaseEpoch', '$2')}, ${ifClaimed('reason', 'NULL')},
    ${ifClaimed('startedAt', 'now.at')}, ${ifClaimed('sentAt', 'now.at')},
    ${ifClaimed('deadlineAt', `now.at + (a."attemptTimeout" + $6::float8) * interval '1 millisecond'`)}`;
}

/** The instant, whether the lease is held, and the agents whose jobs are not claimed with their release. */
export const MOMENT = `(SELECT clock_timestamp() AS at, ${HOLDS_LEASE} AS "holdsLease", ARRAY(SELECT id FROM limited) AS limited OFFSET 0) now`;

/**
 * Whether an attempt may be claimed. Jobs of limited agents are only released. $4: requirements that the
 * worker can serve.
 */
export const MAY_BE_CLAIMED = `(now."holdsLease" AND a.requirements = ANY ($4::text[]) AND a."agentId" <> ALL (now.limited))`;
