import { literalInPattern } from '../../../domain/like-pattern.js';
import type { Queryable } from '../../system/queryable.js';
import { ERROR_CODE, ERROR_KEY } from '../error-key.js';

/** Filter of dead letters. All given conditions must hold. */
export interface DeadLetterFilter {
  agentId?: string | null | undefined;
  scheduleId?: string | null | undefined;
  pipelineId?: string | null | undefined;
  /** Range of ids, which ascend with the time of creation; the upper end is exclusive. */
  idFrom?: string | null | undefined;
  idBefore?: string | null | undefined;
  errorCode?: string | null | undefined;
  /** The message of a group, or a whole message. */
  errorMessage?: string | null | undefined;
  /** Part of the message, agent id or step id, case-insensitive. */
  search?: string | null | undefined;
}

/** Each condition except the search has an index. */
const CONDITIONS: Record<keyof DeadLetterFilter, (value: string) => string> = {
  agentId: (value) => `"agentId" = ${value}`,
  scheduleId: (value) => `"scheduleId" = ${value}`,
  pipelineId: (value) => `"pipelineId" = ${value}`,
  idFrom: (value) => `id >= ${value}`,
  idBefore: (value) => `id < ${value}`,
  errorCode: (value) => `${ERROR_CODE} = left(${value}, 100)`,
  errorMessage: (value) => `${ERROR_KEY} = left(${value}, 300)`,
  search: (value) =>
    `(error ->> 'message' ILIKE ${value} OR "agentId" ILIKE ${value} OR "pipelineStepId" ILIKE ${value})`,
};

/** Dead letters that match the filter and were not replayed. */
function matching(filter: DeadLetterFilter): { from: string; values: string[] } {
  const values: string[] = [];
  const conditions = Object.entries(CONDITIONS).flatMap(([name, condition]) => {
    const wanted = filter[name as keyof DeadLetterFilter];
    if (wanted == null) return [];
    values.push(name === 'search' ? `%${literalInPattern(wanted)}%` : wanted);
    return [condition(`$${values.length}::text`)];
  });
  const from = `FROM "AgentJobExecution" WHERE ${[`status = 'dead_letter' AND "isLatest"`, ...conditions].join(' AND ')}`;
  return { from, values };
}

/** A page of them by id, the newest first; `backward` reads from the other end. */
export async function pageDeadLetters(
  client: Queryable,
  filter: DeadLetterFilter,
  page: { after: string | null; before: string | null; backward: boolean; limit: number },
): Promise<string[]> {
  const { after, before, backward, limit } = page;
  const { from, values } = matching(filter);
  const beyond = [
    ...(after === null ? [] : [`AND id < $${values.push(after)}`]),
    ...(before === null ? [] : [`AND id > $${values.push(before)}`]),
  ];
  const { rows } = await client.query<{ id: string }>(
    `SELECT id ${from} ${beyond.join(' ')} ORDER BY id ${backward ? 'ASC' : 'DESC'} LIMIT ${Number(limit)}`,
    values,
  );
  return rows.map(({ id }) => id);
}

export async function countDeadLetters(client: Queryable, filter: DeadLetterFilter): Promise<number> {
  const { from, values } = matching(filter);
  const { rows } = await client.query<{ count: number }>(`SELECT count(*)::int AS count ${from}`, values);
  return rows[0]?.count ?? 0;
}

/** The jobs of the oldest settled ones, for a replay. */
export async function oldestDeadLetters(
  client: Queryable,
  filter: DeadLetterFilter,
  limit: number,
): Promise<string[]> {
  const { from, values } = matching(filter);
  const { rows } = await client.query<{ jobId: string }>(
    `SELECT "jobId" ${from} AND "settledAt" IS NOT NULL ORDER BY id LIMIT ${Number(limit)}`,
    values,
  );
  return rows.map(({ jobId }) => jobId);
}

/** Dead letters of one agent for the same reason. */
export interface DeadLetterGroup {
  agentId: string;
  /** The beginning of the message, at most 300 characters. */
  message: string;
  /** The code of the newest job. */
  code: string | null;
  count: number;
  firstAt: Date;
  lastAt: Date;
  /** The ID of the newest job. */
  jobId: string;
  /** Number of schedules that they belong to; 0: they were triggered manually. */
  scheduleCount: number;
  /** At most three of these schedules. */
  scheduleIds: string[];
}

/** Groups the newest `sample` of them, the group with the newest first. @returns also how many were read */
export async function groupDeadLetters(
  client: Queryable,
  filter: DeadLetterFilter,
  { sample, limit }: { sample: number; limit: number },
): Promise<{ groups: DeadLetterGroup[]; counted: number }> {
  const { from, values } = matching(filter);
  const { rows } = await client.query<DeadLetterGroup & { counted: number }>(
    `SELECT "agentId", message, (array_agg(code ORDER BY id DESC))[1] AS code, count(*)::int AS count,
       min("completedAt") AS "firstAt", max("completedAt") AS "lastAt", (array_agg("jobId" ORDER BY id DESC))[1] AS "jobId",
       count(DISTINCT "scheduleId")::int AS "scheduleCount",
       coalesce((array_agg(DISTINCT "scheduleId") FILTER (WHERE "scheduleId" IS NOT NULL))[1:3], '{}') AS "scheduleIds",
       (sum(count(*)) OVER ())::int AS counted
     FROM (
       SELECT id, "jobId", "agentId", "scheduleId", coalesce(${ERROR_KEY}, '') AS message, ${ERROR_CODE} AS code, coalesce("completedAt", "updatedAt") AS "completedAt"
       ${from} ORDER BY id DESC LIMIT ${Number(sample)}) newest
     GROUP BY "agentId", message ORDER BY max(id) DESC LIMIT ${Number(limit)}`,
    values,
  );
  return { groups: rows.map(({ counted: _, ...group }) => group), counted: rows[0]?.counted ?? 0 };
}
