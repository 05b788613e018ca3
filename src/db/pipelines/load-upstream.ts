import type { Json } from '../../domain/json.js';
import type { Queryable } from '../system/queryable.js';

/** The results of a step's dependencies, by stepId. */
export interface UpstreamResult {
  stepId: string;
  status: string;
  result: Json;
  /** True if the result is too large to send. The agent reads it by the id of this attempt. */
  cut: boolean;
  executionId: string;
  /** Milliseconds since the attempt ended. */
  endedMsAgo: number | null;
}

/** Maximum size of all results in one request, as JSON text. */
export const MAX_UPSTREAM_BYTES = 1024 * 1024;

/**
 * Loads how the dependencies of each step ended, in the order of the step's dependencies. Results are
 * included as long as they fit into a request.
 *
 * @param steps the jobIds of each step's dependencies
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
