import type { Json } from '../domain/json.js';
import type { Queryable } from './queryable.js';

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
const MAX_UPSTREAM_BYTES = 1024 * 1024;

/** How the jobs that a step depends on ended, in their order; results as far as they fit in. */
export async function loadUpstream(client: Queryable, jobIds: readonly string[]): Promise<UpstreamResult[]> {
  const { rows } = await client.query<UpstreamResult>(
    `SELECT "stepId", status, CASE WHEN fits THEN result END AS result, NOT fits AS cut, id AS "executionId",
       (extract(epoch FROM clock_timestamp() - "completedAt") * 1000)::float8 AS "endedMsAgo"
     FROM (
       SELECT j.id, j."pipelineStepId" AS "stepId", j.status, j.result, j."completedAt", d.place,
         j.result IS NULL OR sum(octet_length(j.result::text)) OVER (ORDER BY d.place) <= $2 AS fits
       FROM unnest($1::text[]) WITH ORDINALITY AS d(job, place)
       JOIN LATERAL (SELECT * FROM "AgentJobExecution" a WHERE a."jobId" = d.job ORDER BY a."retryCount" DESC LIMIT 1) j ON true
     ) upstream ORDER BY place`,
    [jobIds, MAX_UPSTREAM_BYTES],
  );
  return rows;
}
