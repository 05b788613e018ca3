import { boundedMemo } from '../../domain/bounded-memo.js';
import type { Json } from '../../domain/json.js';
import type { StepRow } from '../../domain/pipeline/readiness.js';
import type { PipelineSnapshot } from '../../domain/run/snapshot.js';
import type { Queryable } from '../system/queryable.js';

/** The parts of a run that decide what its contexts do next. */
export interface PipelineExecution {
  id: string;
  pipeline: PipelineSnapshot;
  cancelRequested: boolean;
  /** Index of the newest released batch. Contexts of later batches have not begun. */
  batchCursor: number;
  /**
   * Number of jobs that have not ended, and of released first attempts that are not answered, from the run's
   * counters.
   */
  open: number;
  unanswered: number;
  /** The database's time, the same for all runs that are loaded together. */
  now: Date;
}

/**
 * Runs of one pipeline store the same text. Memoizing it keeps one copy of its parts and of what is derived
 * from them.
 */
const parsePipeline = boundedMemo(20, (text) => JSON.parse(text) as PipelineSnapshot);

/** Hides the number of ids from the planner, which would otherwise plan each call again. */
const ANY_NUMBER = 'ARRAY(SELECT unnest($1::text[]))';

/**
 * Loads those of these runs that are pipeline runs. A caller that changes them has locked their rows in an
 * earlier statement.
 */
export async function loadPipelineExecutions(
  client: Queryable,
  executionIds: readonly string[],
  lock = '',
): Promise<PipelineExecution[]> {
  const { rows } = await client.query<Omit<PipelineExecution, 'pipeline'> & { pipeline: string }>(
    `SELECT id, (snapshot -> 'pipeline')::text AS pipeline, "cancelRequestedAt" IS NOT NULL AS "cancelRequested", "batchCursor",
       "jobsCreated" - "jobsCompleted" - "jobsFailed" - "jobsSkipped" - "jobsCancelled" AS open, "jobsUnanswered" AS unanswered, statement_timestamp() AS now
     FROM "ScheduleExecution" WHERE id = ANY (${ANY_NUMBER}) AND "targetType" = 'pipeline' AND jsonb_typeof(snapshot -> 'pipeline') = 'object' ${lock}`,
    [executionIds],
  );
  return rows.map((row) => ({ ...row, pipeline: parsePipeline(row.pipeline) }));
}

/**
 * Loads and locks pipeline runs. Later statements read contexts from a snapshot taken after the wait for the
 * lock.
 */
export function lockPipelineExecutions(
  client: Queryable,
  executionIds: readonly string[],
): Promise<PipelineExecution[]> {
  return loadPipelineExecutions(client, executionIds, 'ORDER BY id FOR NO KEY UPDATE');
}

/**
 * The current row of a step in its context: the latest attempt of the highest turn, since the context last
 * began.
 */
export interface CurrentStepRow extends StepRow {
  retryCount: number;
  scheduleExecutionId: string;
  contextId: string;
  batchIndex: number;
  contextRetry: number;
  /** True if any attempt of the job has been queued. */
  enqueued: boolean;
  /** Only for steps that end a loop, otherwise null. */
  result: Json;
}

/** A step that ends a loop, so its result is read. */
export interface LoopStep {
  scheduleExecutionId: string;
  stepId: string;
}

/** Loads the current rows of contexts, with the results of the steps that end a loop. */
export async function loadCurrentSteps(
  client: Queryable,
  contextIds: readonly string[],
  loopSteps: readonly LoopStep[],
): Promise<CurrentStepRow[]> {
  return currentSteps(client, '$1::text[]', contextIds, loopSteps);
}

/** Loads the current rows of the contexts that these attempts belong to. */
export async function loadStepsAround(
  client: Queryable,
  attemptIds: readonly string[],
  loopSteps: readonly LoopStep[],
): Promise<CurrentStepRow[]> {
  const contexts = `ARRAY(SELECT own."contextId" FROM "AgentJobExecution" own WHERE own.id = ANY (${ANY_NUMBER}))`;
  return currentSteps(client, contexts, attemptIds, loopSteps);
}

const CURRENT_STEP = `id, "jobId", "retryCount", "scheduleExecutionId", "contextId", "pipelineStepId" AS "stepId", "batchIndex", turn,
       "contextRetry", status, "settledAt" IS NOT NULL AS settled, "releasedAt" IS NOT NULL AS released, "enqueuedAt" IS NOT NULL AS enqueued, "retryAt",
       "dependencyDeadlineAt"`;
const ofContexts = (contexts: string) =>
  `FROM "AgentJobExecution" WHERE "contextId" = ANY (${contexts}) AND "isLatest"`;

async function currentSteps(
  client: Queryable,
  contexts: string,
  ids: readonly string[],
  loopSteps: readonly LoopStep[],
): Promise<CurrentStepRow[]> {
  if (loopSteps.length === 0) {
    const sql = `SELECT ${CURRENT_STEP}, NULL AS result ${ofContexts(contexts)}`;
    return latestOf((await client.query<CurrentStepRow>(sql, [ids])).rows);
  }
  const { rows } = await client.query<CurrentStepRow>(
    `SELECT DISTINCT ON ("contextId", "pipelineStepId") ${CURRENT_STEP},
       CASE WHEN ("scheduleExecutionId", "pipelineStepId") IN (SELECT * FROM unnest($2::text[], $3::text[])) THEN result END AS result
     ${ofContexts(contexts)}
     ORDER BY "contextId", "pipelineStepId", "contextRetry" DESC, turn DESC`,
    [
      ids,
      loopSteps.map(({ scheduleExecutionId }) => scheduleExecutionId),
      loopSteps.map(({ stepId }) => stepId),
    ],
  );
  return rows;
}

/**
 * The current row of each step. Without loops, only contexts that began again have other rows, so this costs
 * less than sorting all rows in the database.
 */
function latestOf(rows: readonly CurrentStepRow[]): CurrentStepRow[] {
  const latest = new Map<string, CurrentStepRow>();
  for (const row of rows) {
    const step = `${row.contextId} ${row.stepId}`;
    const other = latest.get(step);
    if (other === undefined || isLater(row, other)) latest.set(step, row);
  }
  return [...latest.values()];
}

function isLater(row: CurrentStepRow, other: CurrentStepRow): boolean {
  return row.contextRetry === other.contextRetry
    ? row.turn > other.turn
    : row.contextRetry > other.contextRetry;
}
