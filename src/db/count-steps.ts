import type { AttemptStatus } from '../domain/job/states.js';
import type { Queryable } from './queryable.js';

/** How many contexts have a step in a status. */
export interface StepCount {
  scheduleExecutionId: string;
  stepId: string;
  status: AttemptStatus;
  contexts: number;
}

/** Counts the current rows (latest attempt, highest turn) of executions' steps, over all contexts or of one. */
export async function countSteps(
  client: Queryable,
  scheduleExecutionIds: readonly string[],
  contextId: string | null,
): Promise<StepCount[]> {
  const { rows } = await client.query<StepCount>(
    `SELECT "scheduleExecutionId", "stepId", status, count(*)::int AS contexts FROM (
       SELECT DISTINCT ON ("contextId", "pipelineStepId") "scheduleExecutionId", "pipelineStepId" AS "stepId", status FROM "AgentJobExecution"
       WHERE "scheduleExecutionId" = ANY ($1::text[]) AND "isLatest" AND "contextId" IS NOT NULL AND ($2::text IS NULL OR "contextId" = $2)
       ORDER BY "contextId", "pipelineStepId", turn DESC) current
     GROUP BY 1, 2, 3`,
    [scheduleExecutionIds, contextId],
  );
  return rows;
}
