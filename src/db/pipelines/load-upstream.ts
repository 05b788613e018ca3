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
 * Of the attempts of a dependency: the one that had ended when the step was released, even if the dependency
 * was retried later. If the dependency was still open then, its latest attempt.
 */
const ENDED_BEFORE_RELEASE = `coalesce(a."settledAt" <= s."releasedAt"
    AND lead(a."createdAt") OVER (ORDER BY a."retryCount") > s."releasedAt", false)`;

/**
 * Loads how the dependencies of each step ended, in the order of the step's dependencies. Results are
 * included as long as they fit into a request.
 *
 * @param attemptIds the attempts of the steps
 */
export async function loadUpstream(
  client: Queryable,
  attemptIds: readonly string[],
): Promise<UpstreamResult[][]> {
  const { rows } = await client.query<UpstreamResult & { of: string }>(
    `SELECT "of", "stepId", status, CASE WHEN fits THEN result END AS result, NOT fits AS cut, id AS "executionId",
       (extract(epoch FROM clock_timestamp() - "completedAt") * 1000)::float8 AS "endedMsAgo"
     FROM (
       SELECT s.id AS "of", d.place, j.id, j."pipelineStepId" AS "stepId", j.status, j.result, j."completedAt",
         j.result IS NULL OR sum(octet_length(j.result::text)) OVER (PARTITION BY s.id ORDER BY d.place) <= $2 AS fits
       FROM "AgentJobExecution" s CROSS JOIN unnest(s.dependencies) WITH ORDINALITY AS d(job, place)
       CROSS JOIN LATERAL (
         SELECT * FROM "AgentJobExecution" a WHERE a."jobId" = d.job ORDER BY ${ENDED_BEFORE_RELEASE} DESC, a."retryCount" DESC LIMIT 1) j
       WHERE s.id = ANY ($1::text[])
     ) upstream ORDER BY place`,
    [attemptIds, MAX_UPSTREAM_BYTES],
  );
  const found = new Map(attemptIds.map((id) => [id, [] as UpstreamResult[]]));
  for (const { of, ...result } of rows) found.get(of)?.push(result);
  return attemptIds.map((id) => found.get(id) ?? []);
}
