import { uuidv7 } from '../../runtime/ids.js';
import type { MachineReading } from '../../runtime/machine-probe.js';
import type { Queryable } from '../system/queryable.js';
import { insertRow } from '../system/write-row.js';

/** Stores a snapshot of a worker's machine. */
export async function insertSnapshot(
  client: Queryable,
  workerId: string,
  reading: MachineReading,
  activeJobs: number,
): Promise<void> {
  await insertRow(client, 'WorkerSnapshot', { id: uuidv7(), workerId, ...reading, activeJobs });
}

/** @returns how many were deleted; if this equals `limit`, there may be more */
export async function trimSnapshots(client: Queryable, olderThanMs: number, limit: number): Promise<number> {
  const { rowCount } = await client.query(
    `DELETE FROM "WorkerSnapshot" WHERE id = ANY (ARRAY(
       SELECT id FROM "WorkerSnapshot" WHERE at < clock_timestamp() - $1 * interval '1 millisecond' ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED))`,
    [olderThanMs, limit],
  );
  return rowCount ?? 0;
}

/**
 * Deletes workers that died long ago, with their snapshots. Keeps a worker as long as an attempt that is
 * neither freed nor reported refers to it.
 */
export async function trimDeadWorkers(
  client: Queryable,
  olderThanMs: number,
  limit: number,
): Promise<number> {
  const { rowCount } = await client.query(
    `WITH forgotten AS (
       DELETE FROM "Worker" WHERE id = ANY (ARRAY(
         SELECT id FROM "Worker" w WHERE state = 'dead' AND coalesce("stoppedAt", "leaseExpiresAt") < clock_timestamp() - $1 * interval '1 millisecond'
           AND NOT EXISTS (SELECT FROM "AgentJobExecution" a WHERE a.status = 'running' AND a."acceptedAt" IS NULL AND a."workerId" = w.id)
         LIMIT $2 FOR UPDATE SKIP LOCKED))
       RETURNING id
     ), snapshots AS (DELETE FROM "WorkerSnapshot" WHERE "workerId" IN (SELECT id FROM forgotten))
     SELECT FROM forgotten`,
    [olderThanMs, limit],
  );
  return rowCount ?? 0;
}
