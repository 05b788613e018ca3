import { failExpansion, finishExpansion } from '../db/finish-expansion.js';
import { type AttemptsOrigin, insertAttempts } from '../db/insert-attempts.js';
import { type ExpandableExecution, lockExpansion } from '../db/lock-expansion.js';
import { configuredRetry, type SchedulerConfig } from '../domain/config/scheduler-config.js';
import { type Snapshot, snapshotSchema } from '../domain/execution/snapshot.js';
import { formatPath } from '../domain/expansion/find-data-sources.js';
import { batchCount, batchIndexOf } from '../domain/expansion/plan.js';
import { resolveRetry } from '../domain/retry/retry.js';
import { uuidv7 } from '../runtime/ids.js';
import { type Pool, type PoolClient, withTransaction } from '../runtime/pool.js';
import { DataSourceError } from '../sources/data-source.js';
import { type Expansion, expandParams } from '../sources/expand-params.js';
import type { AgentDirectory, KnownAgent } from './agent-directory.js';
import { readDataSourcePolicy } from './read-settings.js';

export interface ExpandDeps {
  pool: Pool;
  dataSources: { pool: Pool };
  directory: AgentDirectory;
}

export type Expanded =
  /** Another worker has it, or there is nothing to do. */
  | { kind: 'none' }
  | { kind: 'failed'; messages: string[] }
  | { kind: 'expanded'; jobs: number; batches: number; released: number; priority: number; traceId: string };

/** Jobs per insert: each insert is one event of progress. */
const CHUNK = 1_000;

/**
 * Turns an execution into its jobs, in one transaction: rows stream from the data sources' snapshot into chunked inserts,
 * so memory does not grow with their number and a crash leaves nothing behind.
 */
export async function expandExecution(deps: ExpandDeps, executionId: string): Promise<Expanded> {
  try {
    return await withTransaction(deps.pool, (client) => expandIn(client, deps, executionId));
  } catch (error) {
    if (error instanceof CancelledMeanwhile) return { kind: 'none' };
    const message = lastingProblem(error);
    if (message === undefined) throw error;
    // Rolled back with its jobs: what failed is told in a transaction of its own.
    await failExpansion(deps.pool, executionId, [message]);
    return { kind: 'failed', messages: [message] };
  }
}

async function expandIn(client: PoolClient, deps: ExpandDeps, executionId: string): Promise<Expanded> {
  const config = await deps.directory.config();
  const execution = await lockExpansion(client, executionId);
  if (!execution) return { kind: 'none' };
  const prepared = await prepare(client, deps, execution, config);
  if (prepared.kind === 'failed') {
    await failExpansion(client, executionId, prepared.messages);
    return prepared;
  }
  const { snapshot, expansion, agent } = prepared;
  try {
    return await insertJobs(client, expansion, originOf(execution, snapshot, agent, config));
  } finally {
    await expansion.close();
  }
}

async function insertJobs(
  client: PoolClient,
  expansion: Expansion,
  origin: AttemptsOrigin,
): Promise<Expanded> {
  const { total, batchSize, staggerDelay } = expansion;
  for await (const chunk of expansion.chunks(CHUNK)) {
    const attempts = chunk.map(({ params, index }) => ({
      id: uuidv7(),
      jobId: uuidv7(),
      params,
      batchIndex: batchIndexOf(index, batchSize),
    }));
    await insertAttempts(client, origin, attempts);
  }
  const released = Math.min(total, batchSize);
  const batches = batchCount(total, batchSize);
  const finished = await finishExpansion(client, {
    executionId: origin.scheduleExecutionId,
    jobsCreated: total,
    batches,
    released,
    staggerDelay,
    metadata: { dataSources: expansion.sources, batches, batchSize, staggerDelay },
  });
  if (!finished) throw new CancelledMeanwhile();
  return {
    kind: 'expanded',
    jobs: total,
    batches,
    released,
    priority: origin.priority,
    traceId: origin.traceId,
  };
}

/** What will be the same the next time; undefined: worth another try. */
function lastingProblem(error: unknown): string | undefined {
  if (error instanceof DataSourceError) return error.message;
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  if (code.startsWith('22'))
    return 'The params of a job hold a value that cannot be stored as JSON, such as a NUL character.';
  return undefined;
}

/** Rolls the jobs back: a cancelled execution has none. */
class CancelledMeanwhile extends Error {}

type Prepared =
  | { kind: 'ready'; snapshot: Snapshot; expansion: Expansion; agent: KnownAgent }
  | { kind: 'failed'; messages: string[] };

async function prepare(
  client: PoolClient,
  deps: ExpandDeps,
  { agentId, snapshot: stored }: ExpandableExecution,
  config: SchedulerConfig,
): Promise<Prepared> {
  const parsed = snapshotSchema.safeParse(stored);
  if (!parsed.success) return { kind: 'failed', messages: parsed.error.issues.map(describe) };
  const snapshot = parsed.data;
  const found = agentId === null ? ({ kind: 'missing' } as const) : await deps.directory.agent(agentId);
  if (found.kind === 'missing')
    return { kind: 'failed', messages: [`Agent "${agentId}" is not registered any more.`] };
  if (found.kind === 'unusable') return { kind: 'failed', messages: [found.message] };
  const read = await readDataSourcePolicy(client);
  if (read.kind === 'error') return { kind: 'failed', messages: [read.message] };
  const expanded = await expandParams(
    {
      pool: deps.dataSources.pool,
      policy: read.policy,
      defaults: config.defaultBatchProcessing,
      maxExpansion: config.scheduler.maxExpansion,
    },
    snapshot.params,
  );
  if (expanded.kind === 'error') {
    return {
      kind: 'failed',
      messages: expanded.issues.map(({ path, message }) => `params.${formatPath(path)}: ${message}`),
    };
  }
  return { kind: 'ready', snapshot, expansion: expanded.expansion, agent: found.agent };
}

/** What is wrong with a schedule that was written by SQL. */
function describe({ path, message }: { path: PropertyKey[]; message: string }): string {
  return `${formatPath(path.map(String))}: ${message}`;
}

function originOf(
  { id, scheduleId, traceId }: ExpandableExecution,
  snapshot: Snapshot,
  agent: KnownAgent,
  config: SchedulerConfig,
): AttemptsOrigin {
  return {
    scheduleExecutionId: id,
    scheduleId,
    agentId: agent.id,
    agentVersion: agent.version,
    priority: snapshot.priority,
    attemptTimeout: snapshot.timeout ?? agent.attemptTimeout ?? config.scheduler.attemptTimeout,
    heartbeatTimeout: agent.heartbeatTimeout,
    retryConfig: resolveRetry(snapshot.retryConfig, agent.endpoint.retryConfig) ?? configuredRetry(config),
    traceId,
  };
}
