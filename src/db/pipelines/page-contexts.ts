import type { AttemptStatus } from '../../domain/job/states.js';
import type { Queryable } from '../system/queryable.js';

/** Bounds of a page of contexts, read forwards or backwards. */
export interface ContextsPage {
  /** Exclusive. An id of a context, as in {@link PagedContext}. */
  after: string | null;
  before: string | null;
  backward: boolean;
  limit: number;
}

/** Selects contexts in which the current row of this step has one of these statuses. */
export interface ContextsFilter {
  stepId: string;
  statuses: readonly AttemptStatus[];
}

export interface PagedContext {
  scheduleExecutionId: string;
  /** Id of the context's first row. These ids ascend in the order of the values, and have an index. */
  id: string;
  contextId: string;
  /** Parameters of the context's first step, which distinguish it from other contexts. */
  params: unknown;
}

/**
 * Loads a page of contexts of each of these runs, in the order of the run. The bounds are pairs, so that only
 * the index on both columns fits. With an equality and a bound on the id alone, the planner might scan the
 * ids of all runs.
 */
export async function pageContexts(
  client: Queryable,
  scheduleExecutionIds: readonly string[],
  { after, before, backward, limit }: ContextsPage,
  filter: ContextsFilter | null = null,
): Promise<PagedContext[]> {
  const direction = backward ? 'DESC' : 'ASC';
  const { rows } = await client.query<PagedContext>(
    `SELECT c.* FROM "ScheduleExecution" e CROSS JOIN LATERAL (
       SELECT j."scheduleExecutionId", j.id, j."contextId", j.params FROM "AgentJobExecution" j
       WHERE (j."scheduleExecutionId", j.id) > (e.id, $3) AND (j."scheduleExecutionId", j.id) < (e.id, $4)
         AND j."pipelineStepId" = e.snapshot #>> '{pipeline,steps,0,stepId}' AND j."retryCount" = 0 AND j.turn = 0 AND j."contextRetry" = 0
         AND ($5::text IS NULL OR (
           SELECT s.status FROM "AgentJobExecution" s WHERE s."contextId" = j."contextId" AND s."pipelineStepId" = $5
           ORDER BY s."isLatest" DESC, s.turn DESC LIMIT 1) = ANY ($6::text[]))
       ORDER BY j."scheduleExecutionId" ${direction}, j.id ${direction} LIMIT $2
     ) c WHERE e.id = ANY ($1::text[])
     ORDER BY c.id ${direction}`,
    [
      scheduleExecutionIds,
      limit,
      after ?? BEFORE_ALL_IDS,
      before ?? AFTER_ALL_IDS,
      filter?.stepId ?? null,
      filter?.statuses ?? [],
    ],
  );
  return rows;
}

/** Finds the context with this ID, if it belongs to one of these runs, through the index on contexts. */
export async function findContext(
  client: Queryable,
  scheduleExecutionIds: readonly string[],
  contextId: string,
): Promise<PagedContext | undefined> {
  const { rows } = await client.query<PagedContext>(
    `SELECT "scheduleExecutionId", id, "contextId", params FROM "AgentJobExecution"
     WHERE "contextId" = $2 AND "scheduleExecutionId" = ANY ($1::text[]) ORDER BY id LIMIT 1`,
    [scheduleExecutionIds, contextId],
  );
  return rows[0];
}

/** Sorts before every id, because ids are hexadecimal. */
const BEFORE_ALL_IDS = '';
const AFTER_ALL_IDS = 'g';

/** The current row of a step: the latest attempt of its latest turn. */
export interface ContextStep {
  id: string;
  contextId: string;
  status: AttemptStatus;
  settled: boolean;
  /** True if the step was released, has ended or runs again. */
  begun: boolean;
}

/** Loads the current rows of the steps of contexts, in the order of the pipeline. */
export async function loadContextSteps(
  client: Queryable,
  contextIds: readonly string[],
): Promise<ContextStep[]> {
  if (contextIds.length === 0) return [];
  const { rows } = await client.query<ContextStep>(
    `SELECT id, "contextId", status, settled, begun FROM (
       SELECT DISTINCT ON ("contextId", "pipelineStepId") id, "contextId", status, "settledAt" IS NOT NULL AS settled,
         "releasedAt" IS NOT NULL OR supersedes IS NOT NULL AS begun,
         min(id) OVER (PARTITION BY "contextId", "pipelineStepId") AS first
       FROM "AgentJobExecution" WHERE "contextId" = ANY ($1::text[])
       ORDER BY "contextId", "pipelineStepId", "isLatest" DESC, turn DESC
     ) step ORDER BY first`,
    [contextIds],
  );
  return rows;
}
