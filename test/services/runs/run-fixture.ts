import { attemptsInsertion } from '../../../src/db/jobs/insert-attempts.js';
import { finishExpansion } from '../../../src/db/runs/expand/finish-expansion.js';
import { uuidv7 } from '../../../src/runtime/ids.js';
import { newTraceId } from '../../../src/runtime/telemetry/trace-id.js';
import { createAgentDirectory } from '../../../src/services/agents/agent-directory.js';
import { createResultValidator } from '../../../src/services/jobs/result-validator.js';
import { settleAttempts } from '../../../src/services/jobs/settle-attempts.js';
import { insertExecution } from '../../support/rows.js';
import type { TestServices } from '../support.js';

export interface Run {
  executionId: string;
  attempts: { id: string; jobId: string }[];
}

/** A run with this many jobs, all pending and released, as the engine leaves it after the expansion. */
export async function aRun(
  deps: TestServices,
  {
    agentId,
    jobs = 1,
    maxRetries = 0,
    attemptTimeout = 3_600_000,
  }: { agentId: string; jobs?: number; maxRetries?: number; attemptTimeout?: number },
): Promise<Run> {
  const executionId = await insertExecution(deps.pool, { agentId });
  const attempts = Array.from({ length: jobs }, (_, n) => ({
    id: uuidv7(),
    jobId: uuidv7(),
    params: { n },
    batchIndex: 0,
    call: 0,
    contextId: null,
    dependencies: [],
  }));
  const { text, values } = attemptsInsertion(
    {
      scheduleExecutionId: executionId,
      scheduleId: null,
      pipelineId: null,
      traceId: newTraceId(),
    },
    [
      {
        pipelineStepId: null,
        agentId,
        agentVersion: '1.0.0',
        priority: 0,
        attemptTimeout,
        heartbeatTimeout: null,
        maxQueueTime: null,
        retryConfig: { maxRetries, backoff: 'fixed', delay: 60_000 },
        dependencyTimeout: null,
        requirements: '',
      },
    ],
    attempts.map((attempt) => ({ ...attempt, params: JSON.stringify(attempt.params) })),
  );
  await deps.pool.query(text, values);
  await finishExpansion(deps.pool, {
    executionId,
    jobsCreated: jobs,
    batches: 1,
    released: jobs,
    staggerDelay: 0,
    metadata: {},
  });
  return { executionId, attempts };
}

/** As if a worker had sent them. */
export async function send(deps: TestServices, ids: string[]): Promise<void> {
  await deps.pool.query(
    `UPDATE "AgentJobExecution" SET status = 'running', "startedAt" = clock_timestamp(), "sentAt" = clock_timestamp(),
       "deadlineAt" = clock_timestamp() + "attemptTimeout" * interval '1 millisecond' WHERE id = ANY ($1::text[])`,
    [ids],
  );
}

/** As if their answers were written. */
export async function end(
  deps: TestServices,
  ids: string[],
  status: 'completed' | 'failed',
  retryable = false,
): Promise<void> {
  const error = status === 'failed' ? JSON.stringify({ message: 'no luck', retryable }) : null;
  await deps.pool.query(
    `UPDATE "AgentJobExecution" SET status = $2, error = $3, "statusCode" = 200 WHERE id = ANY ($1::text[])`,
    [ids, status, error],
  );
}

/** Settles as the engine does after each end. */
export async function settle(deps: TestServices): Promise<void> {
  const results = createResultValidator({ pool: deps.pool, directory: createAgentDirectory(deps) });
  while ((await results.validateSome()).more);
  while ((await settleAttempts({ pool: deps.pool, results, random: () => 0.5 })).more);
}

export interface ExecutionRow {
  runStatus: string;
  status: string;
  completedAt: Date | null;
  cancelRequestedAt: Date | null;
  jobsCompleted: number;
  jobsFailed: number;
  jobsCancelled: number;
}
export const executionOf = (deps: TestServices, id: string) =>
  deps.row<ExecutionRow>(`SELECT * FROM "ScheduleExecution" WHERE id = $1`, [id]);

export interface AttemptRow {
  id: string;
  jobId: string;
  retryCount: number;
  isLatest: boolean;
  supersedes: string | null;
  status: string;
  reason: string | null;
  retriesLeft: number;
  releasedAt: Date | null;
  retryAt: Date | null;
  completedAt: Date | null;
  settledAt: Date | null;
  params: unknown;
  [column: string]: unknown;
}
export const attemptsOf = (deps: TestServices, executionId: string) =>
  deps.rows<AttemptRow>(
    `SELECT * FROM "AgentJobExecution" WHERE "scheduleExecutionId" = $1 ORDER BY "jobId", "retryCount"`,
    [executionId],
  );
