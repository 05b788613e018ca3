/** Schedules with past and future runs, and failed jobs, for the overview and the dead letters. */
import type { Pool } from 'pg';
import { insertExecutions } from '../../../src/db/runs/insert-executions.js';
import { createIdGenerator } from '../../../src/runtime/ids.js';
import { newTraceId } from '../../../src/runtime/telemetry/trace-id.js';
import { createSchedule } from '../../../src/services/schedules/create-schedule.js';
import type { TestServer } from '../../support/graphql-server.js';
import { insertExpanded } from '../../support/rows.js';

const ACTOR = { id: 'test', name: 'test', role: 'admin' } as const;
const MINUTE = 60_000;

/** Creates a schedule that calls the agent `quotes`. Returns its id. */
export async function addSchedule(
  { services }: TestServer,
  name: string,
  input: Record<string, unknown>,
): Promise<string> {
  const made = await createSchedule(services, ACTOR, {
    name,
    repeat: 'repeating',
    timezone: 'Europe/Berlin',
    targetType: 'agent',
    agentId: 'quotes',
    params: {},
    ...input,
  });
  if (made.kind !== 'ok') throw new Error(JSON.stringify(made));
  return made.value.id;
}

export interface PastRun {
  /** Omitted: a manual run. */
  scheduleId?: string;
  minutesAgo: number;
  /** Omitted: it has not ended. */
  tookMs?: number;
  /** Null: skipped. */
  runStatus: 'pending' | 'running' | 'succeeded' | 'partial' | 'failed' | null;
  columns?: Record<string, unknown>;
}

/** Inserts a run as the engine would leave it. Returns its id. */
export async function addRun(pool: Pool, run: PastRun): Promise<string> {
  const { scheduleId = null, minutesAgo, tookMs, runStatus } = run;
  const at = new Date(Date.now() - minutesAgo * MINUTE);
  const id = createIdGenerator(() => at.getTime())();
  await insertExecutions(pool, [
    {
      id,
      scheduleId,
      targetType: 'agent',
      agentId: 'quotes',
      pipelineId: null,
      trigger: scheduleId ? 'schedule' : 'manual',
      source: scheduleId ? 'baseline-interval' : null,
      reason: null,
      slotAt: scheduleId ? at : null,
      lastSlotAt: null,
      missedCount: 0,
      fireAt: at,
      executionTime: at,
      status: 'pending',
      decision: null,
      snapshot: {
        scheduleName: null,
        params: {},
        retryConfig: null,
        timeout: null,
        priority: 0,
        pipeline: null,
      },
      traceId: newTraceId(),
      createdBy: 'test',
    },
  ]);
  const columns: Record<string, unknown> = {
    runStatus,
    status: runStatus === null ? 'skipped' : tookMs === undefined ? 'pending' : 'success',
    createdAt: at,
    expandedAt: at,
    completedAt: tookMs === undefined ? null : new Date(at.getTime() + tookMs),
    ...run.columns,
  };
  const names = Object.keys(columns);
  const changes = names.map((name, index) => `"${name}" = $${index + 2}`).join(', ');
  await pool.query(`UPDATE "ScheduleExecution" SET ${changes} WHERE id = $1`, [
    id,
    ...Object.values(columns),
  ]);
  return id;
}

export interface DeadLetters {
  agentId: string;
  scheduleId?: string;
  message: string;
  code?: string;
  count: number;
}

/** Inserts jobs that failed without retries left. Returns the id of their run. */
export async function addDeadLetters(
  pool: Pool,
  { agentId, scheduleId, message, code = 'UPSTREAM', count }: DeadLetters,
): Promise<string> {
  const jobs = Array.from({ length: count }, (_, index) => ({ tickerId: `T${index + 1}` }));
  const { id } = await insertExpanded(pool, { agentId, jobs }, async (client, ids) => {
    await client.query(
      `UPDATE "AgentJobExecution" SET status = 'running', "scheduleId" = $2 WHERE id = ANY ($1)`,
      [ids, scheduleId ?? null],
    );
    await client.query(
      `UPDATE "AgentJobExecution" SET status = 'failed', "completedAt" = now(), "settledAt" = now(), "statusCode" = 503,
         error = jsonb_build_object('message', $2::text, 'code', $3::text, 'retryable', true) WHERE id = ANY ($1)`,
      [ids, message, code],
    );
  });
  await pool.query(
    `UPDATE "ScheduleExecution" SET "scheduleId" = $2, "jobsFailed" = $3, status = 'success', "runStatus" = 'failed', "completedAt" = now()
     WHERE id = $1`,
    [id, scheduleId ?? null, count],
  );
  return id;
}

/** Inserts a worker that is alive. */
export async function addWorker(pool: Pool, id: string, activeJobs = 0): Promise<void> {
  await pool.query(
    `INSERT INTO "Worker" (id, host, pid, version, concurrency, "leaseExpiresAt", state, "activeJobs")
     VALUES ($1, 'host', 4711, '1.0.0', 50, now() + interval '1 hour', $3, $2)`,
    [id, activeJobs, activeJobs > 0 ? 'busy' : 'idle'],
  );
}
