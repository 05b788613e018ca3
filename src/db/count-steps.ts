import type { AttemptStatus } from '../domain/job/states.js';
import type { Queryable } from './queryable.js';

/** How many contexts have a step in a status. */
export interface StepCount {
  stepId: string;
  status: AttemptStatus;
  contexts: number;
}

/** Counts the current rows (latest attempt, highest turn) of an execution's steps, over all contexts or of one. */
export async function countSteps(
  client: Queryable,
  scheduleExecutionId: string,
  contextId: string | null,
): Promise<StepCount[]> {
  const { rows } = await client.query<StepCount>(
    `SELECT "stepId", status, count(*)::int AS contexts FROM (
       SELECT DISTINCT ON ("contextId", "pipelineStepId") "pipelineStepId" AS "stepId", status FROM "AgentJobExecution"
       WHERE "scheduleExecutionId" = $1 AND "isLatest" AND "contextId" IS NOT NULL AND ($2::text IS NULL OR "contextId" = $2)
       ORDER BY "contextId", "pipelineStepId", turn DESC) current
     GROUP BY 1, 2`,
    [scheduleExecutionId, contextId],
  );
  return rows;
}
