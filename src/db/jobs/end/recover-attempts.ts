import type { Queryable } from '../../system/queryable.js';
import type { Lease } from '../claim/claim-attempts.js';

/** How often an attempt is sent again after the death of a worker, before it fails as `WORKER_LOST`. */
export const MAX_REDELIVERIES = 3;

/**
 * Marks workers dead whose lease has expired. Their epoch is increased, so they claim nothing more under the
 * old one. Their answers still count until their attempts are freed.
 *
 * If the clock of the database was set back, a lease lasts from now, as its worker believes at most. The
 * attempts of a worker that died before it could renew its lease would otherwise wait for as long as the clock
 * was wrong.
 */
export async function markDeadWorkers(
  client: Queryable,
): Promise<{ id: string; host: string; pid: number }[]> {
  const { rows } = await client.query<{ id: string; host: string; pid: number }>(
    `WITH ahead AS (
       UPDATE "Worker" SET "leaseExpiresAt" = clock_timestamp() + ("leaseExpiresAt" - "heartbeatAt"), "heartbeatAt" = clock_timestamp()
       WHERE state <> 'dead' AND "heartbeatAt" > clock_timestamp() + interval '1 second')
     UPDATE "Worker" SET state = 'dead', epoch = epoch + 1, "activeJobs" = 0
     WHERE state <> 'dead' AND "leaseExpiresAt" < clock_timestamp() RETURNING id, host, pid`,
  );
  return rows;
}

export interface Freed {
  /** Attempts that any worker may send again. */
  redelivered: number;
  /** Attempts that failed, because they were sent too often. */
  lost: number;
}

/**
 * Frees attempts of dead workers that no agent has accepted. The same row is sent again with the same key.
 * After the third time, it fails, retryable. An accepted attempt is never sent again. It ends by a report or
 * its deadline.
 */
export async function freeAttemptsOfDeadWorkers(client: Queryable): Promise<Freed> {
  return free(
    client,
    `a."workerId" IS NOT NULL AND NOT EXISTS (
       SELECT FROM "Worker" w WHERE w.id = a."workerId" AND w.epoch = a."leaseEpoch" AND w.state <> 'dead')`,
    [],
  );
}

/** Attempts that, according to the rows, a worker has claimed and no agent has accepted. */
export async function attemptsClaimedUnder(client: Queryable, { workerId, epoch }: Lease): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM "AgentJobExecution" WHERE status = 'running' AND "acceptedAt" IS NULL AND "workerId" = $1 AND "leaseEpoch" = $2`,
    [workerId, epoch],
  );
  return rows.map(({ id }) => id);
}

/** Frees attempts that a worker has claimed only according to the rows, in the same way. */
export async function freeForgottenAttempts(
  client: Queryable,
  { workerId, epoch }: Lease,
  attemptIds: readonly string[],
): Promise<Freed> {
  return free(client, `a.id = ANY ($1::text[]) AND a."workerId" = $2 AND a."leaseEpoch" = $3`, [
    attemptIds,
    workerId,
    epoch,
  ]);
}

async function free(client: Queryable, condition: string, values: unknown[]): Promise<Freed> {
  // Attempts that an agent's transaction locks are left out: the agent has received the request.
  const unanswered = (redeliveries: string) => `id IN (
    SELECT id FROM "AgentJobExecution" a WHERE a.status = 'running' AND a."acceptedAt" IS NULL AND ${condition} AND a.redeliveries ${redeliveries}
    FOR UPDATE SKIP LOCKED)`;
  const freed = await client.query(
    `UPDATE "AgentJobExecution" SET "workerId" = NULL, "leaseEpoch" = NULL, redeliveries = redeliveries + 1
     WHERE ${unanswered(`< ${MAX_REDELIVERIES}`)}`,
    values,
  );
  const lost = await client.query(
    `UPDATE "AgentJobExecution" SET status = 'failed',
       error = '{"message": "The workers that were to send this attempt died, four times in a row.", "code": "WORKER_LOST", "retryable": true}'
     WHERE ${unanswered(`>= ${MAX_REDELIVERIES}`)}`,
    values,
  );
  return { redelivered: freed.rowCount ?? 0, lost: lost.rowCount ?? 0 };
}
