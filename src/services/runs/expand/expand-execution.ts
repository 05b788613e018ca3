import {
  type AttemptsInsertion,
  type AttemptsOrigin,
  attemptsInsertion,
} from '../../../db/jobs/insert-attempts.js';
import { startDependencyClocks } from '../../../db/pipelines/begin-contexts.js';
import type { ReleasedBatch } from '../../../db/runs/advance-batches.js';
import {
  type BegunTry,
  beginExpansionTry,
  noteFailedTry,
  postponeExpansion,
} from '../../../db/runs/expand/expansion-tries.js';
import { failExpansion, finishExpansion } from '../../../db/runs/expand/finish-expansion.js';
import { chunkInsertion, type JobChunk } from '../../../db/runs/expand/job-chunks.js';
import {
  type ExpandableExecution,
  isStillExpandable,
  lockExpansion,
} from '../../../db/runs/expand/lock-expansion.js';
import { keepTransaction } from '../../../db/system/keep-transaction.js';
import type { Queryable } from '../../../db/system/queryable.js';
import type { SchedulerConfig } from '../../../domain/config/scheduler-config.js';
import { formatPath } from '../../../domain/expansion/find-data-sources.js';
import { batchCount } from '../../../domain/expansion/plan.js';
import { LIMITS } from '../../../domain/limits.js';
import { type Snapshot, snapshotSchema } from '../../../domain/run/snapshot.js';
import { mayPass } from '../../../runtime/database/database-error.js';
import { type Pool, type PoolClient, withTransaction } from '../../../runtime/database/pool.js';
import { codeOf, isOfClass } from '../../../runtime/database/sqlstate.js';
import { DataSourceError } from '../../../sources/data-source.js';
import { type Expansion, expandParams } from '../../../sources/expand-params.js';
import type { SourceConnections } from '../../../sources/registry.js';
import type { AgentDirectory } from '../../agents/agent-directory.js';
import { readDataSourcePolicy } from '../../system/read-settings.js';
import { CHUNK_LIMITS, type ChunkLimits, jobChunks, rowsInsertion, stepChunks } from './job-chunks.js';
import { type JobPlan, planJobs, type StepPlan } from './plan-jobs.js';

export interface ExpandDeps {
  pool: Pool;
  dataSources: SourceConnections;
  directory: AgentDirectory;
  /**
   * Whether the first batch, with this number of jobs for the agent, is left unreleased because this
   * worker claims its jobs when it releases them.
   */
  firstBatchStaysPending?(agentId: string, jobs: number): Promise<boolean>;
  /** Default: {@link CHUNK_LIMITS}. */
  chunks?: ChunkLimits;
}

type Nothing =
  /** Another worker expands it, or there is nothing to do. */
  | { kind: 'none' }
  /** Another transaction locks its row, perhaps for another reason. Try again later. */
  | { kind: 'locked' };
type ExpandedTry =
  /** `err` is set for an unexpected error. */
  | { kind: 'failed'; messages: string[]; err?: unknown }
  /** A data source is unavailable. Try again later. */
  | { kind: 'postponed'; message: string }
  | ({ kind: 'expanded'; jobs: number; batches: number } & Pick<
      ReleasedBatch,
      'released' | 'priority' | 'targetType'
    >);

export type Expanded = Nothing | (ExpandedTry & Pick<BegunTry, 'scheduleId' | 'traceId'>);

/**
 * Creates the jobs of a run in one transaction. Rows stream from a snapshot of the data sources into chunked
 * inserts, so memory does not grow with their number or size, and a crash leaves nothing behind.
 *
 * Each try is counted before it begins. If its worker crashes or an unexpected error occurs, it is repeated
 * with growing pauses, at most `LIMITS.expansionTries` times in all.
 */
export async function expandExecution(deps: ExpandDeps, executionId: string): Promise<Expanded> {
  // Committed separately, so that the try counts even if this process crashes before it commits the rest.
  const begun = await beginExpansionTry(deps.pool, executionId);
  if (begun === undefined)
    return { kind: (await isStillExpandable(deps.pool, executionId)) ? 'locked' : 'none' };
  const { tries, scheduleId, traceId } = begun;
  const result = await tryToExpand(deps, executionId, tries);
  return result.kind === 'none' || result.kind === 'locked' ? result : { ...result, scheduleId, traceId };
}

async function tryToExpand(
  deps: ExpandDeps,
  executionId: string,
  tries: number,
): Promise<Nothing | ExpandedTry> {
  if (tries > LIMITS.expansionTries) return fail(deps.pool, executionId, TRIED_IN_VAIN);
  try {
    return await withTransaction(deps.pool, (client) => expandIn(client, deps, executionId));
  } catch (error) {
    if (error instanceof CancelledMeanwhile) return { kind: 'none' };
    if (error instanceof DataSourceError && (await waits(deps.pool, executionId, tries, error)))
      return { kind: 'postponed', message: error.message };
    const message = lastingProblem(error);
    if (message !== undefined) return fail(deps.pool, executionId, message);
    return afterUnknownError(deps.pool, executionId, tries, error);
  }
}

async function expandIn(
  client: PoolClient,
  deps: ExpandDeps,
  executionId: string,
): Promise<Nothing | ExpandedTry> {
  const config = await deps.directory.config();
  const execution = await lockExpansion(client, executionId);
  if (!execution) return { kind: 'none' };
  // Idle while the data sources are read. It holds the right to expand.
  return keepTransaction(client, async () => {
    const prepared = await prepare(client, deps, execution, config);
    if (prepared.kind === 'failed') {
      await failExpansion(client, executionId, prepared.messages);
      return prepared;
    }
    try {
      return await insertJobs(client, execution, prepared, deps);
    } finally {
      await prepared.expansion.close();
    }
  });
}

/** Whether the run waits for another try, because its data source may be readable later. */
async function waits(
  pool: Pool,
  executionId: string,
  tries: number,
  { outlook }: DataSourceError,
): Promise<boolean> {
  const reason = 'data_source_unavailable';
  if (outlook === 'passing') await postponeExpansion(pool, executionId, reason);
  else if (outlook === 'lasting' || tries >= LIMITS.expansionTries) return false;
  else await noteFailedTry(pool, executionId, reason);
  return true;
}

const TRIED_IN_VAIN =
  `The data sources were expanded ${LIMITS.expansionTries} times, and each time the worker stopped before it had finished. ` +
  'Look for crashes in the logs of the workers; the expansion may need more memory than they have.';

/** Records the failure in a separate transaction, because the one with the jobs was rolled back. */
async function fail(
  client: Queryable,
  executionId: string,
  message: string,
  err?: unknown,
): Promise<ExpandedTry> {
  await failExpansion(client, executionId, [message]);
  return { kind: 'failed', messages: [message], ...(err !== undefined && { err }) };
}

/** Rethrows the error while another try is left. */
async function afterUnknownError(
  pool: Pool,
  executionId: string,
  tries: number,
  error: unknown,
): Promise<ExpandedTry> {
  if (mayPass(error)) {
    await postponeExpansion(pool, executionId, 'database_unavailable').catch(() => {});
    throw error;
  }
  if (tries < LIMITS.expansionTries) {
    await noteFailedTry(pool, executionId, 'expansion_error').catch(() => {});
    throw error;
  }
  const code = codeOf(error);
  const what = code === '' ? 'an internal error' : `an internal error (${code})`;
  const message = `The expansion failed ${tries} times with ${what}. The log of the worker has the details (execution.expansion_failed).`;
  return fail(pool, executionId, message, error);
}

/**
 * The jobs of runs within the limits do not become rows with the expansion. They are stored in chunks, and
 * become rows when a worker claims them, or soon after (`storeJobChunk`), so that the first of them are
 * called without delay.
 */
async function insertJobs(
  client: PoolClient,
  { id: scheduleExecutionId, scheduleId, pipelineId, traceId }: ExpandableExecution,
  { snapshot, expansion, plan }: ReadyExpansion,
  deps: ExpandDeps,
): Promise<ExpandedTry> {
  const { total, batchSize, staggerDelay } = expansion;
  const isPipeline = plan.kind === 'pipeline';
  const calls = isPipeline ? plan.calls : [plan.call];
  const firstBatchStaysPending =
    !isPipeline &&
    (await deps.firstBatchStaysPending?.(plan.call.agentId, Math.min(total, batchSize))) === true;
  const origin = { scheduleExecutionId, scheduleId, pipelineId, traceId, firstBatchStaysPending };
  const jobsEach = calls.length;
  const { chunks = CHUNK_LIMITS } = deps;
  const isChunked = firstBatchStaysPending && total > chunks.moreThan && total <= chunks.atMost;
  await insertAhead(
    client,
    isPipeline
      ? stepStatements(expansion, origin, plan)
      : jobStatements(expansion, { origin, call: plan.call }, isChunked ? chunks.jobsEach : undefined),
  );
  const batches = batchCount(total, batchSize);
  const first = isPipeline ? calls.filter(({ begins }) => begins).length : 1;
  const released = firstBatchStaysPending ? 0 : first * Math.min(total, batchSize);
  const finished = await finishExpansion(client, {
    executionId: scheduleExecutionId,
    jobsCreated: total * jobsEach,
    batches,
    released,
    staggerDelay,
    metadata: {
      dataSources: expansion.sources,
      batches,
      batchSize,
      staggerDelay,
      ...(isPipeline && { contexts: total, steps: jobsEach }),
    },
  });
  if (!finished) throw new CancelledMeanwhile();
  if (calls.some(({ dependencyTimeout }) => dependencyTimeout !== null))
    await startDependencyClocks(client, scheduleExecutionId, 0);
  return {
    kind: 'expanded',
    jobs: total * jobsEach,
    batches,
    released,
    priority: snapshot.priority,
    targetType: isPipeline ? 'pipeline' : 'agent',
  };
}

/** @param jobsEach jobs in each chunk; undefined: they become rows */
async function* jobStatements(
  expansion: Expansion,
  settings: JobChunk['settings'],
  jobsEach: number | undefined,
): AsyncGenerator<AttemptsInsertion> {
  for await (const chunk of jobChunks(expansion, settings, jobsEach))
    yield jobsEach === undefined ? rowsInsertion(chunk) : chunkInsertion(chunk);
}

async function* stepStatements(
  expansion: Expansion,
  origin: AttemptsOrigin,
  plan: StepPlan,
): AsyncGenerator<AttemptsInsertion> {
  for await (const steps of stepChunks(expansion, plan)) yield attemptsInsertion(origin, plan.calls, steps);
}

/** Reads the next chunk and builds its insert statement while the previous one is being inserted. */
async function insertAhead(client: Queryable, statements: AsyncIterable<AttemptsInsertion>): Promise<void> {
  let inserting: Promise<unknown> = Promise.resolve();
  try {
    for await (const { text, values } of statements) {
      await inserting;
      inserting = client.query(text, values);
      inserting.catch(() => {}); // thrown where it is waited for
    }
  } finally {
    await inserting;
  }
}

/** The message of an error that would occur again; undefined if another try may succeed. */
function lastingProblem(error: unknown): string | undefined {
  if (error instanceof DataSourceError) return error.message;
  if (isOfClass(error, 'value'))
    return 'The params of a job contain a value that cannot be stored as JSON, such as a NUL character.';
  return undefined;
}

/** Rolls the jobs back, because a cancelled run has none. */
class CancelledMeanwhile extends Error {}

interface ReadyExpansion {
  kind: 'ready';
  snapshot: Snapshot;
  expansion: Expansion;
  plan: JobPlan;
}

type Prepared = ReadyExpansion | { kind: 'failed'; messages: string[] };

async function prepare(
  client: PoolClient,
  deps: ExpandDeps,
  { agentId, snapshot: stored }: ExpandableExecution,
  config: SchedulerConfig,
): Promise<Prepared> {
  const parsed = snapshotSchema.safeParse(stored);
  if (!parsed.success) return { kind: 'failed', messages: parsed.error.issues.map(describe) };
  const snapshot = parsed.data;
  const planned = await planJobs(deps.directory, agentId, snapshot, config);
  if (planned.kind === 'failed') return planned;
  const read = await readDataSourcePolicy(client);
  if (read.kind === 'error') return { kind: 'failed', messages: [read.message] };
  const expanded = await expandParams(
    {
      ...deps.dataSources,
      policy: read.policy,
      defaults: config.defaultBatchProcessing,
      maxExpansion: config.scheduler.maxExpansion,
    },
    snapshot.params,
  );
  if (expanded.kind === 'error') {
    const messages = expanded.issues.map(({ path, message }) => `params.${formatPath(path)}: ${message}`);
    const { outlook = 'lasting' } = expanded;
    if (outlook !== 'lasting') throw new DataSourceError(messages.join(' '), outlook);
    return { kind: 'failed', messages };
  }
  return { kind: 'ready', snapshot, expansion: expanded.expansion, plan: planned.plan };
}

/** Problems of a schedule that was written by SQL. */
function describe({ path, message }: { path: PropertyKey[]; message: string }): string {
  return `${formatPath(path.map(String))}: ${message}`;
}
