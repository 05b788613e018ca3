import type { Queryable } from '../system/queryable.js';

/** An execution as a bar of a timeline: what it is called, when it ran, how it fared. */
export interface Run {
  id: string;
  scheduleId: string | null;
  /** Of the schedule, else of the pipeline or agent that was called. */
  name: string;
  trigger: 'schedule' | 'manual' | 'webhook' | 'backfill';
  status: 'pending' | 'success' | 'partial' | 'failed' | 'skipped';
  /** Null: skipped. */
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
  /** Lower bound of the ids of executions made since then. */
  idFrom: string;
  /** Of those made since then. */
  limit: number;
  /** Of older ones: how many that still run, and, made before, among how many it is looked for what ended since then; 0: none. */
  earlier: number;
}

const COLUMNS = `id, "scheduleId", "agentId", "pipelineId", trigger, status, "runStatus", reason, "slotAt", "lastSlotAt", "missedCount",
  "fireAt", "executionTime", "completedAt", "cancelRequestedAt", "jobsCreated", "jobsCompleted", "jobsFailed", "jobsSkipped",
  "jobsCancelled", snapshot`;

/**
 * Executions that were under way since an instant, the newest first. Ids tell when they were made; whether one older than
 * the newest was still under way is only looked up among those that run and, made before, among the newest of the rest.
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
