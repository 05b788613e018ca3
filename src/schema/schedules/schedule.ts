import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import type { Prisma } from '../../db/generated/client.js';
import { LIMITS } from '../../domain/limits.js';
import { TOKEN_NAME, tokenName } from '../access/token-name.js';
import { Agent } from '../agents/agent.js';
import { builder } from '../builder.js';
import type { GraphQLContext } from '../context.js';
import { loadJson } from '../jobs/large-values.js';
import { RetryConfig, readRetryConfig } from '../jobs/retry-config.js';
import { connectionType, findConnection, NEWEST_FIRST, nestedPage, orderInput } from '../lists/connection.js';
import { toConnection } from '../lists/keyset.js';
import { countBy, loadById } from '../lists/reference.js';
import { isUuid } from '../lists/time-ordered-id.js';
import { Pipeline } from '../pipelines/pipeline.js';
import {
  scheduleExecutionOrder as executionOrder,
  ScheduleExecution,
  ScheduleExecutionConnection,
} from '../runs/schedule-execution.js';
import { ScheduleExecutionFilter, scheduleExecutionWhere } from '../runs/schedule-execution-filter.js';
import { AfterOnce, DstGap, DstRepeat, Repeat, TargetType } from '../types/enums.js';
import { byIdOrKey, STABLE_KEY } from '../types/stable-key.js';

export const Schedule = builder.prismaObject('Schedule', {
  description: 'When an agent or a pipeline runs, with which params.',
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    key: t.exposeString('key', { nullable: true, description: STABLE_KEY }),
    name: t.exposeString('name'),
    description: t.exposeString('description', { nullable: true }),
    repeat: t.field({
      type: Repeat,
      select: { repeat: true },
      resolve: ({ repeat }) => repeat as typeof Repeat.$inferType,
    }),
    cronExpression: t.exposeString('cronExpression', { nullable: true }),
    interval: t.field({
      type: 'Duration',
      nullable: true,
      select: { interval: true },
      resolve: ({ interval }) => (interval === null ? null : Number(interval)),
    }),
    timezone: t.exposeString('timezone', {
      nullable: true,
      description: 'IANA name; null: the zone of the scheduler config.',
    }),
    startAt: t.expose('startAt', { type: 'DateTime', nullable: true, description: 'Inclusive.' }),
    endAt: t.expose('endAt', { type: 'DateTime', nullable: true, description: 'Exclusive.' }),
    dstGap: t.field({
      type: DstGap,
      select: { dstGap: true },
      resolve: ({ dstGap }) => dstGap as typeof DstGap.$inferType,
    }),
    dstRepeat: t.field({
      type: DstRepeat,
      select: { dstRepeat: true },
      resolve: ({ dstRepeat }) => dstRepeat as typeof DstRepeat.$inferType,
    }),
    afterOnce: t.field({
      type: AfterOnce,
      select: { afterOnce: true },
      resolve: ({ afterOnce }) => afterOnce as typeof AfterOnce.$inferType,
    }),
    maxRuns: t.exposeInt('maxRuns', { nullable: true }),
    template: t.exposeBoolean('template', { description: 'Never fires by time: waits for triggers.' }),
    targetType: t.field({
      type: TargetType,
      select: { targetType: true },
      resolve: ({ targetType }) => targetType as typeof TargetType.$inferType,
    }),
    agentId: t.exposeID('agentId', { nullable: true }),
    agent: t.field({
      type: Agent,
      nullable: true,
      description: 'Null when the target is a pipeline, or the agent has been deleted since.',
      select: { agentId: true },
      resolve: ({ agentId }, _args, context, info) =>
        loadById<typeof Agent.$inferType>(context, info, context.prisma.agentRegistry, agentId),
    }),
    pipelineId: t.exposeID('pipelineId', { nullable: true }),
    pipeline: t.field({
      type: Pipeline,
      nullable: true,
      description: 'Null when the target is an agent, or the pipeline has been deleted since.',
      select: { pipelineId: true },
      resolve: ({ pipelineId }, _args, context, info) =>
        loadById<typeof Pipeline.$inferType>(context, info, context.prisma.pipeline, pipelineId),
    }),
    templateId: t.exposeID('templateId', {
      nullable: true,
      description:
        'The template that it runs by its own timing. The target is the template’s; params and requirements are laid over the template’s, and retryConfig, timeout and priority replace them where they are set.',
    }),
    params: t.field({
      type: 'JSON',
      description: 'In a list, {"truncated": true, "bytes": …} when they are long.',
      resolve: ({ id }, _args, context, info) => loadJson(context, info, ['Schedule', 'params', id]),
    }),
    retryConfig: t.field({
      type: RetryConfig,
      nullable: true,
      select: { retryConfig: true },
      resolve: ({ retryConfig }) => readRetryConfig(retryConfig),
    }),
    timeout: t.expose('timeout', {
      type: 'Duration',
      nullable: true,
      description: 'For one attempt, from its first send.',
    }),
    maxQueueTime: t.expose('maxQueueTime', {
      type: 'Duration',
      nullable: true,
      description: "How long a job may wait for its turn after its release. Null: the agent's.",
    }),
    zombieThresholdMs: t.expose('zombieThresholdMs', {
      type: 'Duration',
      nullable: true,
      description: 'How long a whole run may last before it is stopped and fails. Null: as long as it takes.',
    }),
    priority: t.exposeInt('priority', { description: 'Higher first.' }),
    enabled: t.exposeBoolean('enabled'),
    flag: t.exposeString('flag', {
      nullable: true,
      description: 'Why an enabled schedule cannot run, e.g. "invalid_target".',
    }),
    nextRunAt: t.expose('nextRunAt', { type: 'DateTime', nullable: true }),
    nextRunSource: t.exposeString('nextRunSource', { nullable: true }),
    decision: t.expose('decision', {
      type: 'JSON',
      nullable: true,
      description: 'Why nextRunAt is what it is.',
    }),
    lastRunAt: t.expose('lastRunAt', { type: 'DateTime', nullable: true }),
    runCount: t.exposeInt('runCount'),
    failureCount: t.exposeInt('failureCount', { description: 'Failed executions since the last good one.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    createdBy: t.exposeString('createdBy'),
    createdByName: t.string({
      ...TOKEN_NAME,
      select: { createdBy: true },
      resolve: ({ createdBy }, _args, context, info) => tokenName(context, info, createdBy),
    }),
    executions: t.field({
      type: ScheduleExecutionConnection,
      description: 'The newest first; slots that did not run included.',
      args: {
        ...t.arg.connectionArgs(),
        filter: t.arg({ type: ScheduleExecutionFilter }),
        orderBy: t.arg({ type: executionOrder.input }),
      },
      select: (args, _context, nestedSelection) =>
        ({
          executions: nestedSelection(
            nestedPage(
              args,
              executionOrder.orderOf(args.orderBy, NEWEST_FIRST),
              scheduleExecutionWhere(args.filter ?? {}),
            ),
            ['edges', 'node'],
          ),
        }) as { executions: true },
      resolve: (schedule, args, context, info) =>
        toConnection(
          schedule.executions,
          args,
          executionOrder.orderOf(args.orderBy, NEWEST_FIRST),
          async () =>
            countBy(context, info, {
              delegate: context.prisma.scheduleExecution,
              column: 'scheduleId',
              value: schedule.id,
              where: scheduleExecutionWhere(args.filter ?? {}),
            }),
        ),
    }),
  }),
});

builder.prismaObjectField(Schedule, 'templateSchedule', (t) =>
  t.field({
    type: Schedule,
    nullable: true,
    description: 'Null when it runs no template, or when the template has been deleted since.',
    select: { templateId: true },
    resolve: ({ templateId }, _args, context, info) =>
      loadById<typeof Schedule.$inferType>(context, info, context.prisma.schedule, templateId),
  }),
);

builder.prismaObjectField(ScheduleExecution, 'schedule', (t) =>
  t.relation('schedule', {
    nullable: true,
    description: 'Null when triggered without one, or when it has been deleted since.',
  }),
);

/** Reads a schedule with what the operation asks of it; null: there is none. */
export function findSchedule(
  context: GraphQLContext,
  info: GraphQLResolveInfo,
  where: string | { id: string } | { key: string },
) {
  const query = queryFromInfo({ context, info, typeName: 'Schedule' });
  return context.prisma.schedule.findUnique({
    ...query,
    where: typeof where === 'string' ? { id: where } : where,
  });
}

export const ScheduleFilter = builder.inputType('ScheduleFilter', {
  fields: (t) => ({
    key: t.string(),
    search: t.string({
      description: 'Part of the name or description, in any case: see searchedBack. Or the id.',
    }),
    enabled: t.boolean(),
    agentId: t.id(),
    pipelineId: t.id(),
    templateId: t.id({ description: 'Those that run this template.' }),
    template: t.boolean({ description: 'true: only templates.' }),
    repeat: t.field({ type: Repeat }),
    targetType: t.field({ type: TargetType }),
    paused: t.boolean({ description: 'true: only those that are paused now.' }),
    flagged: t.boolean({ description: 'true: only those that cannot run.' }),
  }),
});

/** The filter in Prisma's words. */
export function scheduleWhere(filter: typeof ScheduleFilter.$inferInput): Prisma.ScheduleWhereInput {
  const {
    key,
    search,
    enabled,
    agentId,
    pipelineId,
    templateId,
    template,
    repeat,
    targetType,
    paused,
    flagged,
  } = filter;
  const now = new Date();
  const part = search ? ({ contains: search, mode: 'insensitive' } as const) : undefined;
  return {
    ...(key != null && { key }),
    ...(enabled != null && { enabled }),
    ...(agentId != null && { agentId }),
    ...(pipelineId != null && { pipelineId }),
    ...(templateId != null && { templateId }),
    ...(template != null && { template }),
    ...(repeat != null && { repeat }),
    ...(targetType != null && { targetType }),
    ...(paused === true && { pausedUntil: { gt: now } }),
    ...(paused === false && { AND: [{ OR: [{ pausedUntil: null }, { pausedUntil: { lte: now } }] }] }),
    ...(flagged != null && { flag: flagged ? { not: null } : null }),
    ...(search && isUuid(search.trim())
      ? { id: search.trim().toLowerCase() }
      : part && { OR: [{ id: search as string }, { name: part }, { description: part }] }),
  };
}

const ScheduleConnection = connectionType(Schedule);
const order = orderInput('Schedule', {
  CREATED_AT: { column: 'id' },
  NAME: { column: 'name' },
  NEXT_RUN_AT: { column: 'nextRunAt', nullable: true, instants: true },
  LAST_RUN_AT: { column: 'lastRunAt', nullable: true, instants: true },
});

builder.queryFields((t) => ({
  schedule: t.field({
    type: Schedule,
    nullable: true,
    description: 'By its id or by its key.',
    args: { id: t.arg.id(), key: t.arg.string() },
    resolve: (_root, args, context, info) => findSchedule(context, info, byIdOrKey(args)),
  }),
  schedules: t.field({
    type: ScheduleConnection,
    description: 'The newest first.',
    args: {
      ...t.arg.connectionArgs(),
      filter: t.arg({ type: ScheduleFilter }),
      orderBy: t.arg({ type: order.input }),
    },
    resolve: (_root, args, context, info) =>
      findConnection<typeof Schedule.$inferType>(context, info, {
        delegate: context.prisma.schedule,
        args,
        order: order.orderOf(args.orderBy, NEWEST_FIRST),
        where: scheduleWhere(args.filter ?? {}),
        search:
          args.filter?.search && !isUuid(args.filter.search.trim())
            ? { within: {}, rows: LIMITS.searchedRows }
            : undefined,
      }),
  }),
}));
