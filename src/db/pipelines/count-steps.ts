import type { AttemptStatus } from '../../domain/job/states.js';
import type { Queryable } from '../system/queryable.js';

/** The number of contexts in which a step has a status. */
export interface StepCount {
  scheduleExecutionId: string;
  stepId: string;
  status: AttemptStatus;
  contexts: number;
}

/**
 * Counts the current rows (latest attempt, highest turn) of the steps of runs, over all contexts or in one.
 */
export async function countSteps(
  client: Queryable,
  scheduleExecutionIds: readonly string[],
  contextId: string | null,
): Promise<StepCount[]> {
  const { rows } = await client.query<StepCount>(
    // Few rows have a turn after the first, so looking for those is faster than sorting all rows.
    `SELECT job."scheduleExecutionId", job."pipelineStepId" AS "stepId", job.status, count(*)::int AS contexts
     FROM "AgentJobExecution" job
     WHERE job."scheduleExecutionId" = ANY ($1::text[]) AND job."isLatest" AND job."contextId" IS NOT NULL
       AND ($2::text IS NULL OR job."contextId" = $2)
       AND NOT EXISTS (
         SELECT FROM "AgentJobExecution" later
         WHERE later."scheduleExecutionId" = job."scheduleExecutionId" AND later."contextId" = job."contextId"
           AND later."pipelineStepId" = job."pipelineStepId" AND later."isLatest" AND later.turn > 0 AND later.turn > job.turn)
     GROUP BY 1, 2, 3`,
    [scheduleExecutionIds, contextId],
  );
  return rows;
}
