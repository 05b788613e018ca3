import { literalInPattern } from '../../../domain/like-pattern.js';
import type { Queryable } from '../../system/queryable.js';

/** Filter of the jobs of a run. Null or absent fields do not filter. */
export interface JobPagesFilter {
  status?: readonly string[] | null | undefined;
  agentId?: string | null | undefined;
  pipelineStepId?: string | null | undefined;
  contextId?: string | null | undefined;
  /** A whole id or trace id, or part of the description of a job. */
  search?: string | null | undefined;
}

/** The last row of a page. */
interface PageEnd {
  jobId: string;
  id: string;
}

export interface JobPages {
  totalCount: number;
  ends: PageEnd[];
}

/**
 * The last row of each page of the jobs of each run. With these, any page of a hundred thousand jobs can be
 * read by keyset. Reads only the index entries of the runs. Runs without matching jobs are left out.
 */
export async function findJobPages(
  client: Queryable,
  scheduleExecutionIds: readonly string[],
  { status, agentId, pipelineStepId, contextId, search }: JobPagesFilter,
  size: number,
): Promise<Map<string, JobPages>> {
  const text = search?.trim() || null;
  const { rows } = await client.query<PageEnd & { run: string; place: number; isEnd: boolean }>(
    `SELECT run, "jobId", id, place::int, place % $7::int = 0 AS "isEnd" FROM unnest($1::text[]) run CROSS JOIN LATERAL (
       SELECT "jobId", id, row_number() OVER jobs AS place, lead(id) OVER jobs IS NULL AS "isLast"
       FROM "AgentJobExecution" a WHERE "scheduleExecutionId" = run AND "isLatest"
         AND ($2::text[] IS NULL OR status = ANY ($2)) AND ($3::text IS NULL OR "agentId" = $3)
         AND ($4::text IS NULL OR "pipelineStepId" = $4) AND ($5::text IS NULL OR "contextId" = $5)
         AND ($6::text IS NULL OR id = lower($6) OR "jobId" = lower($6) OR "traceId" = $6 OR "agentId" ILIKE $8
           OR "pipelineStepId" ILIKE $8 OR reason ILIKE $8 OR error ->> 'message' ILIKE $8)
       WINDOW jobs AS (ORDER BY "jobId")
     ) job WHERE place % $7 = 0 OR "isLast" ORDER BY run, place`,
    [
      [...new Set(scheduleExecutionIds)],
      status ?? null,
      agentId ?? null,
      pipelineStepId ?? null,
      contextId ?? null,
      text,
      size,
      text && `%${literalInPattern(text)}%`,
    ],
  );
  const pages = new Map<string, JobPages>();
  for (const { run, jobId, id, place, isEnd } of rows) {
    const ends = pages.get(run)?.ends ?? [];
    if (isEnd) ends.push({ jobId, id });
    pages.set(run, { totalCount: place, ends });
  }
  return pages;
}
