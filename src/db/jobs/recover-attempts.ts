import { MAY_FALL_SILENT, SILENT_AT } from '../schedules/next-due.js';
import { among } from '../system/among.js';
import type { Queryable } from '../system/queryable.js';
import { IS_CANCELLED_NEXT } from './cancel-attempts.js';
import type { Lease } from './claim-attempts.js';
import { STOPPING } from './read-ready.js';
import { IS_ACCEPTED, IS_SENT } from './running-attempts.js';

/** How often an attempt is sent again after the death of a worker, before it fails as `WORKER_LOST`. */
export const MAX_REDELIVERIES = 3;

/**
 * Marks workers dead whose lease has expired. Their epoch is increased, so their later writes change nothing.
 */
export async function markDeadWorkers(
  client: Queryable,
): Promise<{ id: string; host: string; pid: number }[]> {
  const { rows } = await client.query<{ id: string; host: string; pid: number }>(
    `UPDATE "Worker" SET state = 'dead', epoch = epoch + 1, "activeJobs" = 0
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

export interface EndedForSilence {
  executionId: string;
  jobId: string;
  agentId: string;
}

/** The most attempts of one kind, accepted or not, that one statement ends. */
export const ENDED_AT_ONCE = 1_000;

/**
 * Ends attempts past their deadline, even if their request is still in progress. The worker that sent it
 * aborts it by itself.
 */
export async function failOverdueAttempts(client: Queryable): Promise<EndedForSilence[]> {
  const overdue = (state: string) => `SELECT id FROM "AgentJobExecution"
    WHERE ${state} AND "deadlineAt" <= statement_timestamp() ORDER BY "deadlineAt" LIMIT $1 FOR UPDATE SKIP LOCKED`;
  const { rows } = await client.query<EndedForSilence>(
    `WITH accepted AS (${overdue(IS_ACCEPTED)}), sent AS (${overdue(IS_SENT)})
     UPDATE "AgentJobExecution" SET status = 'failed',
       error = jsonb_build_object('message', 'The agent did not report the end within the time allowed for an attempt.', 'code', 'TIMEOUT', 'retryable', true)
     WHERE id IN (SELECT id FROM accepted UNION ALL SELECT id FROM sent)
     RETURNING id AS "executionId", "jobId", "agentId"`,
    [ENDED_AT_ONCE],
  );
  return rows;
}

/** Ends accepted attempts whose agents missed their heartbeat timeout. */
export async function failSilentAttempts(client: Queryable): Promise<EndedForSilence[]> {
  const { rows } = await client.query<EndedForSilence>(
    `UPDATE "AgentJobExecution" SET status = 'failed',
       error = jsonb_build_object('message', 'The agent was silent for longer than its heartbeatTimeout.', 'code', 'AGENT_LOST', 'retryable', true)
     WHERE id IN (
       SELECT id FROM "AgentJobExecution" WHERE ${MAY_FALL_SILENT} AND ${SILENT_AT} <= statement_timestamp() AT TIME ZONE 'UTC'
       ORDER BY ${SILENT_AT} LIMIT $1 FOR UPDATE SKIP LOCKED)
     RETURNING id AS "executionId", "jobId", "agentId"`,
    [ENDED_AT_ONCE],
  );
  return rows;
}

/**
 * Which of these attempts an operator has cancelled, or has asked to be given back because they are cancelled
 * next.
 */
export async function findCancelled(client: Queryable, attemptIds: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM "AgentJobExecution" WHERE id = ANY ($1::text[]) AND (status = 'cancelled' OR ${IS_CANCELLED_NEXT})`,
    [attemptIds],
  );
  return rows.map(({ id }) => id);
}

/** Which of these runs, or of all runs, were asked to stop and have not ended. */
export async function findStopping(client: Queryable, runIds: readonly string[] | null): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(`${STOPPING} AND ${among(runIds, 'id')}`, [runIds]);
  return rows.map(({ id }) => id);
}

/** Whether the delay of an unclaimed retry is over. */
export async function hasDueRetries(client: Queryable, now: Date): Promise<boolean> {
  const { rows } = await client.query<{ due: boolean }>(
    `SELECT EXISTS (SELECT FROM "AgentJobExecution" WHERE status = 'pending' AND "retryAt" <= $1) AS due`,
    [now],
  );
  return rows[0]?.due ?? false;
}
