import type { Queryable } from '../system/queryable.js';

/** Of each pipeline its newest execution, where there is one: one step down an index for each. */
export async function findLastRuns(
  client: Queryable,
  pipelineIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await client.query<{ pipelineId: string; id: string }>(
    `SELECT wanted.id AS "pipelineId", newest.id FROM unnest($1::text[]) AS wanted(id)
     CROSS JOIN LATERAL (
       SELECT id FROM "ScheduleExecution" WHERE "pipelineId" = wanted.id ORDER BY id DESC LIMIT 1
     ) newest`,
    [pipelineIds],
  );
  return new Map(rows.map(({ pipelineId, id }) => [pipelineId, id]));
}
