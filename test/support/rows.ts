import type { Pool } from 'pg';
import { insertExecutions } from '../../src/db/insert-executions.js';
import { uuidv7 } from '../../src/runtime/ids.js';
import { newTraceId } from '../../src/runtime/trace-id.js';

/** An agent as its own SQL would register it. */
export async function insertAgent(pool: Pool, id: string, url: string, columns: Record<string, unknown> = {}): Promise<void> {
  const { endpoint, ...rest } = { endpoint: {}, ...columns };
  const row: Record<string, unknown> = { id, name: id, endpoint: { type: 'http', url, ...(endpoint as object) }, ...rest };
  const names = Object.keys(row);
  await pool.query(
    `INSERT INTO "AgentRegistry" (${names.map((name) => `"${name}"`).join(', ')}) VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    names.map((name) => (typeof row[name] === 'object' && row[name] !== null ? JSON.stringify(row[name]) : row[name])),
  );
}

export interface ScheduleRow {
  agentId: string;
  params?: object;
  cronExpression?: string;
  interval?: number;
  startAt?: Date;
  nextRunAt?: Date;
  activatedAt?: Date;
  retryConfig?: object;
  timeout?: number;
  priority?: number;
}

/** A schedule as the service would store it, due at `nextRunAt`. */
export async function insertSchedule(pool: Pool, schedule: ScheduleRow): Promise<string> {
  const id = uuidv7();
  const { agentId, params = {}, cronExpression = null, interval = null, startAt = null, nextRunAt = null, retryConfig = null, timeout = null, priority = 0 } = schedule;
  await pool.query(
    `INSERT INTO "Schedule" (id, name, "repeat", "cronExpression", "interval", timezone, "startAt", "targetType", "agentId", params, "retryConfig", timeout, priority,
       "nextRunAt", "activatedAt", "originAt", "createdBy")
     VALUES ($1, 'test', $2, $3, $4, 'UTC', $5, 'agent', $6, $7, $8, $9, $10, $11, $12, $12, 'test')`,
    [
      id,
      cronExpression || interval ? 'repeating' : 'once',
      cronExpression,
      interval,
      startAt,
      agentId,
      JSON.stringify(params),
      retryConfig && JSON.stringify(retryConfig),
      timeout,
      priority,
      nextRunAt,
      schedule.activatedAt ?? nextRunAt ?? new Date(),
    ],
  );
  return id;
}

/** A manual trigger of an agent. */
export async function insertExecution(
  pool: Pool,
  execution: { agentId: string; params?: object; retryConfig?: object; timeout?: number; priority?: number },
): Promise<string> {
  const id = uuidv7();
  const now = new Date();
  await insertExecutions(pool, [
    {
      id,
      scheduleId: null,
      targetType: 'agent',
      agentId: execution.agentId,
      pipelineId: null,
      trigger: 'manual',
      source: null,
      reason: null,
      slotAt: null,
      lastSlotAt: null,
      missedCount: 0,
      fireAt: new Date(now.getTime() - 1_000),
      executionTime: now,
      status: 'pending',
      decision: null,
      snapshot: {
        scheduleName: null,
        params: (execution.params ?? {}) as never,
        retryConfig: (execution.retryConfig ?? null) as never,
        timeout: execution.timeout ?? null,
        priority: execution.priority ?? 0,
      },
      traceId: newTraceId(),
      createdBy: 'test',
    },
  ]);
  return id;
}
