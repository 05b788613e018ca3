import { alongIndex } from '../system/along-index.js';
import type { Queryable } from '../system/queryable.js';

/** Finds the newest run of each pipeline, with one index lookup per pipeline. */
export async function findLastRuns(
  client: Queryable,
  pipelineIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await client.query<{ pipelineId: string; id: string }>(
    `SELECT wanted.id AS "pipelineId", newest.id FROM unnest($1::text[]) AS wanted(id)
     CROSS JOIN LATERAL (
       SELECT id FROM "ScheduleExecution" WHERE ${alongIndex('"pipelineId"', 'wanted.id')} ORDER BY "pipelineId" DESC, id DESC LIMIT 1
     ) newest`,
    [pipelineIds],
  );
  return new Map(rows.map(({ pipelineId, id }) => [pipelineId, id]));
}
