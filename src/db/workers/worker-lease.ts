import type { Lease } from '../jobs/claim/claim-attempts.js';
import type { Queryable } from '../system/queryable.js';

export interface WorkerRegistration {
  id: string;
  host: string;
  pid: number;
  version: string;
  concurrency: number;
  capabilities: Record<string, string[]>;
}

/**
 * Registers a worker, or registers it again after it lost its lease. The epoch grows, so that writes under
 * the old lease are fenced.
 */
export async function registerWorker(
  client: Queryable,
  worker: WorkerRegistration,
  leaseMs: number,
): Promise<Lease> {
  const { rows } = await client.query<{ epoch: number }>(
    `INSERT INTO "Worker" (id, host, pid, version, concurrency, capabilities, "leaseExpiresAt")
     VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp() + $7 * interval '1 millisecond')
     ON CONFLICT (id) DO UPDATE SET epoch = "Worker".epoch + 1, state = 'alive', "stoppedAt" = NULL, "heartbeatAt" = clock_timestamp(),
       concurrency = EXCLUDED.concurrency, "leaseExpiresAt" = EXCLUDED."leaseExpiresAt"
     RETURNING epoch`,
    [
      worker.id,
      worker.host,
      worker.pid,
      worker.version,
      worker.concurrency,
      JSON.stringify(worker.capabilities),
      leaseMs,
    ],
  );
  return { workerId: worker.id, epoch: rows[0]?.epoch ?? 1 };
}

/**
 * Ends the lease of a worker that stops. NOTIFY callboard_worker tells other workers, which can claim its
 * attempts at once.
 */
export async function departWorker(client: Queryable, { workerId, epoch }: Lease): Promise<void> {
  await client.query(
    `UPDATE "Worker" SET state = 'dead', "stoppedAt" = clock_timestamp(), "leaseExpiresAt" = clock_timestamp(), "activeJobs" = 0
     WHERE id = $1 AND epoch = $2`,
    [workerId, epoch],
  );
}

/**
 * Returns claimed attempts that were not sent. The next worker that claims them sends them for the first
 * time, and only then their timeouts start. Attempts that a dead worker may have sent before keep their
 * timeouts.
 */
export async function releaseUnsent(
  client: Queryable,
  { workerId, epoch }: Lease,
  attemptIds: readonly string[],
): Promise<void> {
  await client.query(
    `UPDATE "AgentJobExecution" SET "workerId" = NULL, "leaseEpoch" = NULL,
       "startedAt" = CASE WHEN redeliveries > 0 THEN "startedAt" END,
       "sentAt" = CASE WHEN redeliveries > 0 THEN "sentAt" END,
       "deadlineAt" = CASE WHEN redeliveries > 0 THEN "deadlineAt" END
     WHERE id = ANY ($3::text[]) AND "workerId" = $1 AND "leaseEpoch" = $2 AND status = 'running'`,
    [workerId, epoch, attemptIds],
  );
}

/**
 * Returns attempts whose requests were aborted because they are cancelled or their run is stopping. No worker
 * claims them, and whoever asked ends them. `sentAt` stays, because their agents may be working on them.
 */
export async function releaseAborted(
  client: Queryable,
  { workerId, epoch }: Lease,
  attemptIds: readonly string[],
): Promise<void> {
  await client.query(
    `UPDATE "AgentJobExecution" SET "workerId" = NULL, "leaseEpoch" = NULL
     WHERE id = ANY ($3::text[]) AND "workerId" = $1 AND "leaseEpoch" = $2 AND status = 'running'`,
    [workerId, epoch, attemptIds],
  );
}
