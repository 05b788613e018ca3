import type { Json } from '../../domain/json.js';
import type { Queryable } from '../system/queryable.js';

/** What a step's dependencies produced, by stepId. */
export interface UpstreamResult {
  stepId: string;
  status: string;
  result: Json;
  /** The result is too large to be sent along: it is to be read by this attempt's id. */
  cut: boolean;
  executionId: string;
  /** milliseconds since its end */
  endedMsAgo: number | null;
}

/** All results sent along with one request, as JSON text. */
export const MAX_UPSTREAM_BYTES = 1024 * 1024;

/**
 * How the jobs that steps depend on ended, for each step in their order; results as far as they fit into a request.
 *
 * @param steps of each the jobIds
 */
export async function loadUpstream(
  client: Queryable,
  steps: readonly (readonly string[])[],
): Promise<UpstreamResult[][]> {
  const asked = steps.flatMap((jobIds, step) => jobIds.map((jobId) => ({ step, jobId })));
  const { rows } = await client.query<UpstreamResult & { step: number }>(
    `SELECT step, "stepId", status, CASE WHEN fits THEN result END AS result, NOT fits AS cut, id AS "executionId",
       (extract(epoch FROM clock_timestamp() - "completedAt") * 1000)::float8 AS "endedMsAgo"
     FROM (
       SELECT d.step, d.place, j.id, j."pipelineStepId" AS "stepId", j.status, j.result, j."completedAt",
         j.result IS NULL OR sum(octet_length(j.result::text)) OVER (PARTITION BY d.step ORDER BY d.place) <= $3 AS fits
       FROM unnest($1::int[], $2::text[]) WITH ORDINALITY AS d(step, job, place)
       JOIN LATERAL (SELECT * FROM "AgentJobExecution" a WHERE a."jobId" = d.job ORDER BY a."retryCount" DESC LIMIT 1) j ON true
     ) upstream ORDER BY place`,
    [asked.map(({ step }) => step), asked.map(({ jobId }) => jobId), MAX_UPSTREAM_BYTES],
  );
  const found = steps.map((): UpstreamResult[] => []);
  for (const { step, ...result } of rows) found[step]?.push(result);
  return found;
}
