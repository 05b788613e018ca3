import type { Prisma } from '../../db/generated/client.js';
import { LIMITS } from '../../domain/limits.js';
import { builder } from '../builder.js';
import type { SearchScope } from '../lists/connection.js';
import { createdWithin, isUuid } from '../lists/time-ordered-id.js';
import { DeliveryStatus, ExecutionTrigger, RunStatus, TargetType } from '../types/enums.js';

export const ScheduleExecutionFilter = builder.inputType('ScheduleExecutionFilter', {
  description: 'All that are given must hold.',
  fields: (t) => ({
    scheduleId: t.id(),
    agentId: t.id(),
    pipelineId: t.id(),
    targetType: t.field({ type: TargetType }),
    backfillId: t.id(),
    trigger: t.field({ type: [ExecutionTrigger] }),
    status: t.field({ type: [DeliveryStatus], description: 'One of these.' }),
    runStatus: t.field({ type: [RunStatus], description: 'One of these.' }),
    reason: t.stringList({ description: 'One of these, e.g. "misfire" or "overlap".' }),
    from: t.field({ type: 'DateTime', description: 'Created at this instant or later.' }),
    to: t.field({ type: 'DateTime', description: 'Created before this instant.' }),
    search: t.string({
      description:
        'An id of execution or schedule; else a trace id, or part of the agent id or reason, in any case: see searchedBack.',
    }),
  }),
});

export type ScheduleExecutionFilterInput = typeof ScheduleExecutionFilter.$inferInput;

/** The filter in Prisma's words. */
export function scheduleExecutionWhere(
  filter: ScheduleExecutionFilterInput,
): Prisma.ScheduleExecutionWhereInput {
  const {
    scheduleId,
    agentId,
    pipelineId,
    targetType,
    backfillId,
    trigger,
    status,
    runStatus,
    reason,
    from,
    to,
    search,
  } = filter;
  const where: Prisma.ScheduleExecutionWhereInput = {
    ...(scheduleId != null && { scheduleId }),
    ...(agentId != null && { agentId }),
    ...(pipelineId != null && { pipelineId }),
    ...(targetType != null && { targetType }),
    // The index of a backfill's slots is of those with this trigger.
    ...(backfillId != null && { backfillId, trigger: 'backfill' }),
    ...(reason && { reason: { in: reason } }),
    ...(trigger && { trigger: { in: trigger } }),
    ...(status && { status: { in: status } }),
    ...(runStatus && { runStatus: { in: runStatus } }),
    ...createdWithin(from, to),
  };
  return search ? { AND: [where, matching(search.trim())] } : where;
}

/** What a search by text looks through; undefined: an id is looked for. */
export function executionSearchScope(filter: ScheduleExecutionFilterInput): SearchScope | undefined {
  const { search, from, to, scheduleId, pipelineId } = filter;
  if (!search || isUuid(search.trim())) return undefined;
  const owner = scheduleId != null ? { scheduleId } : pipelineId != null ? { pipelineId } : {};
  return { within: { ...owner, ...createdWithin(from, to) }, rows: LIMITS.searchedRows };
}

function matching(search: string): Prisma.ScheduleExecutionWhereInput {
  if (isUuid(search)) {
    const id = search.toLowerCase();
    return { OR: [{ id }, { scheduleId: id }] };
  }
  const part = { contains: search, mode: 'insensitive' } as const;
  return { OR: [{ traceId: search }, { agentId: part }, { reason: part }] };
}
