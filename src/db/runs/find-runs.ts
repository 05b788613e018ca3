import type { Queryable } from '../system/queryable.js';

/** A run as a bar on a timeline. */
export interface Run {
  id: string;
  scheduleId: string | null;
  /** Name of the schedule, or else of the pipeline or agent. */
  name: string;
  trigger: 'schedule' | 'manual' | 'webhook' | 'backfill';
  status: 'pending' | 'success' | 'partial' | 'failed' | 'skipped';
  /** Null if the run was skipped. */
  runStatus: 'pending' | 'running' | 'succeeded' | 'partial' | 'failed' | 'cancelled' | null;
  reason: string | null;
  slotAt: Date | null;
  lastSlotAt: Date | null;
  missedCount: number;
  fireAt: Date;
  executionTime: Date;
  completedAt: Date | null;
  cancelRequestedAt: Date | null;
  jobsCreated: number;
  jobsCompleted: number;
  jobsFailed: number;
  jobsSkipped: number;
  jobsCancelled: number;
}

export interface RunsSince {
  since: Date;
  /** Lower bound of the ids of runs made in the range. */
  idFrom: string;
  /** Maximum number of runs made in the range. */
  limit: number;
  /**
   * Maximum number of running runs from before the range, and of older runs to check for an end within it. 0:
   * none.
   */
  earlier: number;
}

const COLUMNS = `id, "scheduleId", "agentId", "pipelineId", trigger, status, "runStatus", reason, "slotAt", "lastSlotAt", "missedCount",
  "fireAt", "executionTime", "completedAt", "cancelRequestedAt", "jobsCreated", "jobsCompleted", "jobsFailed", "jobsSkipped",
  "jobsCancelled", snapshot`;

/**
 * Finds runs that were active since an instant, newest first. Ids show when runs were made. Of older runs,
 * the query only checks those that still run and the newest of the rest.
 */
export async function findRuns(
  client: Queryable,
  { since, idFrom, limit, earlier }: RunsSince,
): Promise<Run[]> {
  const { rows } = await client.query<Run>(
    `WITH newest AS (
       SELECT ${COLUMNS} FROM "ScheduleExecution" WHERE id >= $1 ORDER BY id DESC LIMIT $2
     ), run AS (
       SELECT * FROM newest
       UNION ALL
       (SELECT ${COLUMNS} FROM "ScheduleExecution" WHERE id < coalesce((SELECT min(id) FROM newest), $1) AND "runStatus" = 'running'
        ORDER BY id DESC LIMIT $3)
       UNION ALL
       SELECT ${COLUMNS} FROM (
         SELECT ${COLUMNS} FROM "ScheduleExecution" WHERE id < $1 ORDER BY id DESC LIMIT $3) older
       WHERE "runStatus" IS DISTINCT FROM 'running' AND greatest("completedAt", "lastSlotAt") >= $4
     )
     SELECT run.id, "scheduleId", trigger, run.status, "runStatus", reason, "slotAt", "lastSlotAt", "missedCount", "fireAt",
       "executionTime", "completedAt", "cancelRequestedAt", "jobsCreated", "jobsCompleted", "jobsFailed", "jobsSkipped", "jobsCancelled",
       coalesce(s.name, run.snapshot->>'scheduleName', p.name, a.name, run."agentId", run."pipelineId", run.id) AS name
     FROM run
     LEFT JOIN "Schedule" s ON s.id = run."scheduleId"
     LEFT JOIN "Pipeline" p ON p.id = run."pipelineId"
     LEFT JOIN "AgentRegistry" a ON a.id = run."agentId"
     ORDER BY run.id DESC`,
    [idFrom, limit, earlier, since],
  );
  return rows;
}
