import type { Prisma } from '../../db/generated/client.js';
import { databaseNow } from '../../db/system/database-now.js';
import type { Queryable } from '../../db/system/queryable.js';
import { labeled } from '../access/within-scope.js';
import { builder } from '../builder.js';
import { conditionsOf, containing } from '../lists/conditions.js';
import { isUuid } from '../lists/time-ordered-id.js';
import { TargetType } from '../runs/run-enums.js';
import { Repeat } from './schedule-enums.js';

export const ScheduleFilter = builder.inputType('ScheduleFilter', {
  description: 'Selects schedules. All given conditions must match.',
  fields: (t) => ({
    ...t.fields('String', {
      key: 'Only the schedule with this key.',
      search: 'Text contained in the name or description, ignoring case (see `searchedBack`); or a full ID.',
    }),
    labels: t.stringList({ description: 'Only schedules with at least one of these labels.' }),
    enabled: t.boolean({ description: 'Only schedules that are enabled (true) or disabled (false).' }),
    agentId: t.id({ description: 'Only schedules that run this agent.' }),
    pipelineId: t.id({ description: 'Only schedules that run this pipeline.' }),
    templateId: t.id({ description: 'Only schedules that use this template.' }),
    template: t.boolean({
      description: 'Only templates (true), or only schedules that are not templates (false).',
    }),
    repeat: t.field({ type: Repeat, description: 'Only schedules that repeat in this way.' }),
    targetType: t.field({ type: TargetType, description: 'Only schedules with this type of target.' }),
    paused: t.boolean({ description: 'Only schedules that are paused now (true) or not paused (false).' }),
    flagged: t.boolean({ description: 'Only schedules that are blocked (true) or not blocked (false).' }),
  }),
});

/** The condition of a filter. Whether a pause has ended is decided by the database's clock. */
export async function scheduleWhere(
  filter: typeof ScheduleFilter.$inferInput,
  client: Queryable,
): Promise<Prisma.ScheduleWhereInput> {
  const { search, labels, paused, flagged } = filter;
  const now = paused == null ? undefined : await databaseNow(client);
  const part = search ? containing(search) : undefined;
  return {
    ...conditionsOf(filter, ['key', 'enabled', 'agentId', 'pipelineId', 'templateId', 'template']),
    ...conditionsOf(filter, ['repeat', 'targetType']),
    ...(labels && labeled(labels)),
    ...(now && paused && { pausedUntil: { gt: now } }),
    ...(now && !paused && { AND: [{ OR: [{ pausedUntil: null }, { pausedUntil: { lte: now } }] }] }),
    ...(flagged != null && { flag: flagged ? { not: null } : null }),
    ...(search && isUuid(search.trim())
      ? { id: search.trim().toLowerCase() }
      : part && { OR: [{ id: search as string }, { name: part }, { description: part }] }),
  };
}
