import type { Prisma } from '../../db/generated/client.js';
import { LIMITS } from '../../domain/limits.js';
import { builder } from '../builder.js';
import { conditionsOf, containing } from '../lists/conditions.js';
import type { SearchScope } from '../lists/connection.js';
import { createdWithin, isUuid } from '../lists/time-ordered-id.js';
import { RunReason } from '../types/codes.js';
import { DeliveryStatus, ExecutionTrigger, RunStatus, TargetType } from './run-enums.js';

export const ScheduleExecutionFilter = builder.inputType('ScheduleExecutionFilter', {
  description: 'Selects runs. All given conditions must match.',
  fields: (t) => ({
    scheduleId: t.id({ description: 'Only runs of this schedule.' }),
    agentId: t.id({ description: 'Only runs that call this agent directly.' }),
    pipelineId: t.id({ description: 'Only runs of this pipeline.' }),
    targetType: t.field({ type: TargetType, description: 'Only runs with this type of target.' }),
    backfillId: t.id({ description: 'Only runs of this backfill.' }),
    trigger: t.field({ type: [ExecutionTrigger], description: 'Only runs started in one of these ways.' }),
    ...t.fields([DeliveryStatus], { deliveryStatus: 'Only runs with one of these delivery states.' }),
    status: t.field({
      type: [DeliveryStatus],
      description: 'Only runs with one of these delivery states.',
      deprecationReason: 'Use `deliveryStatus`: the state of a run is `runStatus`.',
    }),
    runStatus: t.field({ type: [RunStatus], description: 'Only runs in one of these states.' }),
    reasonCode: t.field({ type: [RunReason.type], description: 'Only runs with one of these reasons.' }),
    reason: t.stringList({
      description: 'Only runs with one of these reasons.',
      deprecationReason: 'Use `reasonCode`, which is an enum.',
    }),
    from: t.field({ type: 'DateTime', description: 'Only runs created at or after this time.' }),
    to: t.field({ type: 'DateTime', description: 'Only runs created before this time.' }),
    search: t.string({
      description:
        'ID of a run or schedule, a full trace ID, or text contained in the agent ID or reason, ignoring case. See `searchedBack`.',
    }),
  }),
});

export type ScheduleExecutionFilterInput = typeof ScheduleExecutionFilter.$inferInput;

/** The filter as a Prisma condition. */
export function scheduleExecutionWhere(
  filter: ScheduleExecutionFilterInput,
): Prisma.ScheduleExecutionWhereInput {
  const { backfillId, status, deliveryStatus = status, reason, reasonCode, from, to, search } = filter;
  const where: Prisma.ScheduleExecutionWhereInput = {
    // The index of a backfill's slots covers only runs with this trigger.
    ...(backfillId != null && { backfillId, trigger: 'backfill' }),
    ...conditionsOf(filter, ['scheduleId', 'agentId', 'pipelineId', 'targetType', 'trigger', 'runStatus']),
    ...(reasonCode && { reason: RunReason.among(reasonCode) }),
    ...(reason && (reasonCode ? { AND: [{ reason: { in: reason } }] } : { reason: { in: reason } })),
    ...(deliveryStatus && { status: { in: deliveryStatus } }),
    ...createdWithin(from, to),
  };
  return search ? { AND: [where, matching(search.trim())] } : where;
}

/** The rows that a text search reads. Undefined if an ID is searched. */
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
  const part = containing(search);
  return { OR: [{ traceId: search }, { agentId: part }, { reason: part }] };
}
