import type { Pool, PoolClient } from 'pg';
import { attemptsInsertion } from '../../src/db/jobs/insert-attempts.js';
import { finishExpansion } from '../../src/db/runs/expand/finish-expansion.js';
import { insertExecutions } from '../../src/db/runs/insert-executions.js';
import type { JsonObject } from '../../src/domain/json.js';
import type { RetryConfig } from '../../src/domain/retry/retry.js';
import { pipelineSnapshotSchema } from '../../src/domain/run/snapshot.js';
import { type Requirements, requirementsKey } from '../../src/domain/worker/requirements.js';
import { withTransaction } from '../../src/runtime/database/pool.js';
import { uuidv7 } from '../../src/runtime/ids.js';
import { newTraceId } from '../../src/runtime/telemetry/trace-id.js';

/** An agent as it would register itself by SQL. */
export async function insertAgent(
  pool: Pool,
  id: string,
  url: string,
  columns: Record<string, unknown> = {},
): Promise<void> {
  const { endpoint, ...rest } = { endpoint: {}, ...columns };
  const row: Record<string, unknown> = {
    id,
    name: id,
    endpoint: { type: 'http', url, ...(endpoint as object) },
    ...rest,
  };
  const names = Object.keys(row);
  await pool.query(
    `INSERT INTO "AgentRegistry" (${names.map((name) => `"${name}"`).join(', ')}) VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    names.map((name) =>
      typeof row[name] === 'object' && row[name] !== null ? JSON.stringify(row[name]) : row[name],
    ),
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

/** A schedule as the service would store it, due at `nextRunAt`; `columns` are stored unchanged. */
export async function insertSchedule(
  pool: Pool,
  schedule: ScheduleRow,
  columns: Record<string, unknown> = {},
): Promise<string> {
  const { nextRunAt = null, interval = null, cronExpression = null } = schedule;
  const row: Record<string, unknown> = {
    id: uuidv7(),
    name: 'test',
    repeat: cronExpression || interval ? 'repeating' : 'once',
    timezone: 'UTC',
    targetType: 'agent',
    params: {},
    activatedAt: nextRunAt ?? new Date(),
    originAt: nextRunAt ?? new Date(),
    createdBy: 'test',
    ...schedule,
    ...columns,
  };
  const names = Object.keys(row);
  await pool.query(
    `INSERT INTO "Schedule" (${names.map((name) => `"${name}"`).join(', ')}) VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row).map((value) =>
      value !== null && typeof value === 'object' && !(value instanceof Date) ? JSON.stringify(value) : value,
    ),
  );
  return row.id as string;
}

/** A manual trigger of an agent. */
export async function insertExecution(
  pool: Pool | PoolClient,
  execution: {
    agentId: string;
    params?: object;
    retryConfig?: object;
    timeout?: number;
    priority?: number;
    requirements?: Requirements;
  },
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
        pipeline: null,
        ...(execution.requirements && { requirements: execution.requirements }),
      },
      traceId: newTraceId(),
      createdBy: 'test',
    },
  ]);
  return id;
}

/** A manual trigger of a pipeline with the given steps. They run in parallel unless they say otherwise. */
export async function insertPipelineExecution(
  pool: Pool,
  pipeline: { steps: object[]; retryConfig?: object },
  params: object = {},
): Promise<string> {
  const steps = pipeline.steps.map((step) => ({ parallel: true, ...step }));
  const definition = pipelineSnapshotSchema.parse({ id: 'pipeline', name: 'Pipeline', ...pipeline, steps });
  return withTransaction(pool, async (client) => {
    const id = await insertExecution(client, { agentId: 'none', params });
    await client.query(
      `UPDATE "ScheduleExecution" SET "targetType" = 'pipeline', "agentId" = NULL, "pipelineId" = 'pipeline',
         snapshot = jsonb_set(snapshot, '{pipeline}', $2) WHERE id = $1`,
      [id, JSON.stringify(definition)],
    );
    return id;
  });
}

export interface ExpandedRow {
  agentId: string;
  /** Params of each job. */
  jobs: object[];
  batchSize?: number;
  staggerDelay?: number;
  priority?: number;
  retryConfig?: RetryConfig;
  /** Timeout of an attempt, in milliseconds. */
  timeout?: number;
  heartbeatTimeout?: number;
  requirements?: Requirements;
}

/**
 * A run with its jobs, as an expansion leaves it: the first batch is released.
 * @param change a further change in the same transaction
 */
export function insertExpanded(
  pool: Pool,
  {
    agentId,
    jobs,
    batchSize = 1_000,
    staggerDelay = 0,
    priority = 0,
    retryConfig,
    timeout,
    ...row
  }: ExpandedRow,
  change: (client: PoolClient, attemptIds: string[]) => Promise<unknown> = async () => {},
): Promise<{ id: string; attemptIds: string[] }> {
  return withTransaction(pool, async (client) => {
    const id = await insertExecution(client, { agentId, priority });
    const attempts = jobs.map((params, index) => ({
      id: uuidv7(),
      jobId: uuidv7(),
      params: params as JsonObject,
      batchIndex: Math.floor(index / batchSize),
      call: 0,
      contextId: null,
      dependencies: [],
    }));
    const { text, values } = attemptsInsertion(
      {
        scheduleExecutionId: id,
        scheduleId: null,
        pipelineId: null,
        traceId: newTraceId(),
      },
      [
        {
          pipelineStepId: null,
          agentId,
          agentVersion: '1.0.0',
          priority,
          attemptTimeout: timeout ?? 60_000,
          heartbeatTimeout: row.heartbeatTimeout ?? null,
          maxQueueTime: null,
          retryConfig: retryConfig ?? { maxRetries: 0, backoff: 'fixed', delay: 0 },
          requirements: requirementsKey(row.requirements),
          dependencyTimeout: null,
        },
      ],
      attempts.map((attempt) => ({ ...attempt, params: JSON.stringify(attempt.params) })),
    );
    await client.query(text, values);
    await finishExpansion(client, {
      executionId: id,
      jobsCreated: jobs.length,
      batches: Math.ceil(jobs.length / batchSize),
      released: Math.min(jobs.length, batchSize),
      staggerDelay,
      metadata: {},
    });
    const attemptIds = attempts.map((attempt) => attempt.id);
    await change(client, attemptIds);
    return { id, attemptIds };
  });
}
