import type { Prisma } from '../../db/generated/client.js';
import { LIMITS } from '../../domain/limits.js';
import { builder } from '../builder.js';
import type { SearchScope } from '../lists/connection.js';
import { createdWithin, isUuid } from '../lists/time-ordered-id.js';
import { JobStatus } from '../types/enums.js';

export const JobExecutionFilter = builder.inputType('JobExecutionFilter', {
  description: 'All that are given must hold.',
  fields: (t) => ({
    status: t.field({ type: [JobStatus], description: 'One of these.' }),
    agentId: t.id(),
    scheduleId: t.id(),
    scheduleExecutionId: t.id(),
    pipelineId: t.id(),
    pipelineStepId: t.id(),
    jobId: t.id(),
    contextId: t.id(),
    from: t.field({ type: 'DateTime', description: 'Created at this instant or later.' }),
    to: t.field({ type: 'DateTime', description: 'Created before this instant.' }),
    search: t.string({
      description:
        'An id of attempt, job or execution; else a trace id, or part of the agent id, step id, reason or error message, in any case: see searchedBack.',
    }),
    latestAttempt: t.boolean({
      defaultValue: true,
      description: 'Only the newest attempt of each job. Subscriptions ignore it: they tell of all attempts.',
    }),
  }),
});

export type JobExecutionFilterInput = typeof JobExecutionFilter.$inferInput;

/** Columns that the filter names as they are called; events have them too. */
export const JOB_FILTER_COLUMNS = [
  'agentId',
  'scheduleId',
  'scheduleExecutionId',
  'pipelineId',
  'pipelineStepId',
  'jobId',
  'contextId',
] as const;

/** The filter in Prisma's words. */
export function jobExecutionWhere(filter: JobExecutionFilterInput): Prisma.AgentJobExecutionWhereInput {
  const { status, from, to, search, latestAttempt = true } = filter;
  const where: Prisma.AgentJobExecutionWhereInput = {};
  for (const column of JOB_FILTER_COLUMNS) {
    const wanted = filter[column];
    if (wanted != null) where[column] = wanted;
  }
  if (status) Object.assign(where, ofStatus(status));
  if (latestAttempt) where.isLatest = true;
  Object.assign(where, createdWithin(from, to));
  return search ? { AND: [where, matching(search.trim())] } : where;
}

/** What runs has an index of its own: named in one list with others, it would be looked for in all of history. */
function ofStatus(wanted: readonly string[]): Prisma.AgentJobExecutionWhereInput {
  const others = wanted.filter((status) => status !== 'running');
  if (others.length === 0 || others.length === wanted.length) return { status: { in: [...wanted] } };
  return { OR: [{ status: 'running' }, { status: { in: others } }] };
}

/** Whether it leaves out any job; jobs are counted by their latest attempts. */
export function isFiltered(filter: JobExecutionFilterInput | null | undefined): boolean {
  return Object.entries(filter ?? {}).some(
    ([name, value]) => value != null && !(name === 'latestAttempt' && value === true),
  );
}

/** What a search by text looks through; undefined: an id is looked for, or what is searched is bounded by itself. */
export function jobSearchScope(filter: JobExecutionFilterInput): SearchScope | undefined {
  const { search, from, to, jobId, contextId, scheduleExecutionId, scheduleId, agentId } = filter;
  if (!search || isUuid(search.trim()) || jobId != null || contextId != null || scheduleExecutionId != null)
    return undefined;
  const owner = scheduleId != null ? { scheduleId } : agentId != null ? { agentId } : {};
  return { within: { ...owner, ...createdWithin(from, to) }, rows: LIMITS.searchedRows };
}

function matching(search: string): Prisma.AgentJobExecutionWhereInput {
  if (isUuid(search)) {
    const id = search.toLowerCase();
    return { OR: [{ id }, { jobId: id }, { scheduleExecutionId: id }] };
  }
  const part = { contains: search, mode: 'insensitive' } as const;
  return {
    OR: [
      { traceId: search },
      { agentId: part },
      { pipelineStepId: part },
      { reason: part },
      { error: { path: ['message'], string_contains: search, mode: 'insensitive' } },
    ],
  };
}
