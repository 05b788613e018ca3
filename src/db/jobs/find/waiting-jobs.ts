import type { Queryable } from '../../system/queryable.js';
import { FLEET } from '../../workers/count-workers.js';

export interface WaitingRow {
  id: string;
  now: Date;
  agentId: string;
  releasedAt: Date | null;
  retryAt: Date | null;
  reason: string | null;
  batchIndex: number;
  /** Step IDs of the dependencies that have not ended. Null if the job is not a step. */
  openDependencies: string[] | null;
  batches: number;
  batchCursor: number;
  nextBatchAt: Date | null;
  /** Counted up to the agent's limit; 0 without a limit. */
  running: number;
  workersAlive: number;
  workersClaiming: number;
}

/** What pending attempts may wait for. Attempts that no longer wait are left out. */
export async function loadWaitingJobs(
  client: Queryable,
  attemptIds: readonly string[],
): Promise<WaitingRow[]> {
  const { rows } = await client.query<WaitingRow>(
    `WITH worker AS (${FLEET}), agent AS (
       SELECT a.id, (SELECT count(*) FROM (
         SELECT FROM "AgentJobExecution" r WHERE r."agentId" = a.id AND r.status = 'running' LIMIT a."maxConcurrency") running) AS running
       FROM "AgentRegistry" a
       WHERE a."maxConcurrency" IS NOT NULL AND a.id IN (SELECT "agentId" FROM "AgentJobExecution" WHERE id = ANY ($1::text[]))
     )
     SELECT j.id, clock_timestamp() AS now, j."agentId", j."releasedAt", j."retryAt", j.reason, j."batchIndex",
       CASE WHEN j."contextId" IS NOT NULL THEN ARRAY(
         SELECT DISTINCT d."pipelineStepId" FROM "AgentJobExecution" d
         WHERE d."jobId" = ANY (j.dependencies) AND d."isLatest" AND d."settledAt" IS NULL ORDER BY 1) END AS "openDependencies",
       e.batches, e."batchCursor", e."nextBatchAt", coalesce(agent.running, 0) AS running,
       worker.alive AS "workersAlive", worker.claiming AS "workersClaiming"
     FROM "AgentJobExecution" j JOIN "ScheduleExecution" e ON e.id = j."scheduleExecutionId" CROSS JOIN worker
     LEFT JOIN agent ON agent.id = j."agentId"
     WHERE j.id = ANY ($1::text[]) AND j.status = 'pending'`,
    [attemptIds],
  );
  return rows;
}
