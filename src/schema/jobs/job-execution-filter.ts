import type { Prisma } from '../../db/generated/client.js';
import { LIMITS } from '../../domain/limits.js';
import { builder } from '../builder.js';
import { conditionsOf, containing } from '../lists/conditions.js';
import type { SearchScope } from '../lists/connection.js';
import { createdWithin, isUuid } from '../lists/time-ordered-id.js';
import { JobStatus } from './job-enums.js';

export const JobExecutionFilter = builder.inputType('JobExecutionFilter', {
  description: 'Selects jobs. All given conditions must match.',
  fields: (t) => ({
    status: t.field({ type: [JobStatus], description: 'Only jobs in one of these states.' }),
    agentId: t.id({ description: 'Only jobs of this agent.' }),
    scheduleId: t.id({ description: 'Only jobs of this schedule.' }),
    scheduleExecutionId: t.id({ description: 'Only jobs of this run.' }),
    pipelineId: t.id({ description: 'Only jobs of this pipeline.' }),
    pipelineStepId: t.id({ description: 'Only jobs of this pipeline step.' }),
    jobId: t.id({ description: 'Only attempts of this job.' }),
    contextId: t.id({ description: 'Only jobs of this context.' }),
    from: t.field({ type: 'DateTime', description: 'Only attempts created at or after this time.' }),
    to: t.field({ type: 'DateTime', description: 'Only attempts created before this time.' }),
    search: t.string({
      description:
        'ID of an attempt, job or run, a full trace ID, or text contained in the agent ID, step ID, reason or error message, ignoring case. See `searchedBack`.',
    }),
    latestAttempt: t.boolean({
      defaultValue: true,
      description: 'Only the newest attempt of each job. Subscriptions ignore this and emit every attempt.',
    }),
  }),
});

export type JobExecutionFilterInput = typeof JobExecutionFilter.$inferInput;

/** Columns with the same name as their filter condition. Events carry them too. */
export const JOB_FILTER_COLUMNS = [
  'agentId',
  'scheduleId',
  'scheduleExecutionId',
  'pipelineId',
  'pipelineStepId',
  'jobId',
  'contextId',
] as const;

export function jobExecutionWhere(filter: JobExecutionFilterInput): Prisma.AgentJobExecutionWhereInput {
  const { status, from, to, search, latestAttempt = true } = filter;
  const where: Prisma.AgentJobExecutionWhereInput = conditionsOf(filter, JOB_FILTER_COLUMNS);
  if (status) Object.assign(where, ofStatus(status));
  if (latestAttempt) where.isLatest = true;
  Object.assign(where, createdWithin(from, to));
  return search ? { AND: [where, matching(search.trim())] } : where;
}

/** The column of which no two of the selected rows have the same value: each job is one row. */
export function uniqueColumn(filter: JobExecutionFilterInput | null | undefined): string | undefined {
  const { latestAttempt = true } = filter ?? {};
  return latestAttempt ? 'jobId' : undefined;
}

/**
 * Active jobs have an index of their own. In one list with ended states, the condition would read the
 * whole history.
 */
function ofStatus(wanted: readonly string[]): Prisma.AgentJobExecutionWhereInput {
  const others = wanted.filter((status) => status !== 'running');
  if (others.length === 0 || others.length === wanted.length) return { status: { in: [...wanted] } };
  return { OR: [{ status: 'running' }, { status: { in: others } }] };
}

/** Whether the filter excludes any job. Jobs are counted by their latest attempts. */
export function isFiltered(filter: JobExecutionFilterInput | null | undefined): boolean {
  return Object.entries(filter ?? {}).some(
    ([name, value]) => value != null && !(name === 'latestAttempt' && value === true),
  );
}

/**
 * The rows that a text search reads. Undefined if an ID is searched, or if other conditions already
 * bound the search.
 */
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
  const part = containing(search);
  return {
    OR: [
      { traceId: search },
      { agentId: part },
      { pipelineStepId: part },
      { reason: part },
      { error: { path: ['message'], string_contains: part.contains, mode: 'insensitive' } },
    ],
  };
}
