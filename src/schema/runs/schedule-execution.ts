import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import { whyNow } from '../../domain/explain/why-now.js';
import { TOKEN_NAME, tokenName } from '../access/token-name.js';
import { Agent } from '../agents/agent.js';
import { builder } from '../builder.js';
import type { GraphQLContext } from '../context.js';
import { JobExecutionConnection, jobExecutionOrder as jobOrder } from '../jobs/job-execution.js';
import { isFiltered, JobExecutionFilter, jobExecutionWhere } from '../jobs/job-execution-filter.js';
import { CutValue, loadJson } from '../jobs/large-values.js';
import {
  connectionType,
  findConnection,
  NEWEST_FIRST,
  nestedPage,
  OLDEST_FIRST,
  orderInput,
} from '../lists/connection.js';
import { toConnection } from '../lists/keyset.js';
import { countBy, loadById } from '../lists/reference.js';
import { Pipeline } from '../pipelines/pipeline.js';
import { DeliveryStatus, ExecutionTrigger, RunStatus, TargetType } from '../types/enums.js';
import {
  executionSearchScope,
  ScheduleExecutionFilter,
  scheduleExecutionWhere,
} from './schedule-execution-filter.js';

interface StoredExecutionError {
  message?: unknown;
  timestamp?: unknown;
  count?: unknown;
}

const ExecutionError = builder.objectRef<StoredExecutionError>('ExecutionError').implement({
  description: 'What went wrong, told once with its count.',
  fields: (t) => ({
    message: t.string({ resolve: ({ message }) => String(message ?? '') }),
    timestamp: t.field({
      type: 'DateTime',
      nullable: true,
      resolve: ({ timestamp }) => (typeof timestamp === 'string' ? new Date(timestamp) : null),
    }),
    count: t.int({ resolve: ({ count }) => (typeof count === 'number' ? count : 1) }),
  }),
});

function readErrors(errors: unknown): StoredExecutionError[] {
  if (errors instanceof CutValue)
    return [{ message: `The errors are ${errors.bytes} bytes long: read the run to see them.` }];
  return Array.isArray(errors) ? (errors as StoredExecutionError[]) : [];
}

export const ScheduleExecution = builder.prismaObject('ScheduleExecution', {
  description: 'What became of one slot of a schedule, or of one trigger by hand.',
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    scheduleId: t.exposeID('scheduleId', { nullable: true }),
    targetType: t.field({
      type: TargetType,
      select: { targetType: true },
      resolve: ({ targetType }) => targetType as typeof TargetType.$inferType,
    }),
    agentId: t.exposeID('agentId', { nullable: true }),
    agent: t.field({
      type: Agent,
      nullable: true,
      description: 'As it is now; null when a pipeline was called, or it has been deleted since.',
      select: { agentId: true },
      resolve: ({ agentId }, _args, context, info) =>
        loadById<typeof Agent.$inferType>(context, info, context.prisma.agentRegistry, agentId),
    }),
    pipelineId: t.exposeID('pipelineId', { nullable: true }),
    pipeline: t.field({
      type: Pipeline,
      nullable: true,
      description: 'As it is now; null when an agent was called, or it has been deleted since.',
      select: { pipelineId: true },
      resolve: ({ pipelineId }, _args, context, info) =>
        loadById<typeof Pipeline.$inferType>(context, info, context.prisma.pipeline, pipelineId),
    }),
    trigger: t.field({
      type: ExecutionTrigger,
      select: { trigger: true },
      resolve: ({ trigger }) => trigger as typeof ExecutionTrigger.$inferType,
    }),
    source: t.exposeString('source', {
      nullable: true,
      description: 'Which of the governor’s sources set the slot.',
    }),
    reason: t.exposeString('reason', {
      nullable: true,
      description:
        'Why a slot was skipped: overlap, misfire, deadline, paused, edited, disabled, invalid_target, scheduler_disabled. Of a pending one: "waiting" for an earlier run. Of one that was stopped: "operator", "replaced", or "run_timeout" when it exceeded zombieThresholdMs.',
    }),
    slotAt: t.expose('slotAt', { type: 'DateTime', nullable: true, description: 'The nominal time.' }),
    lastSlotAt: t.expose('lastSlotAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Of consecutive slots that were missed, told in one row, the last.',
    }),
    missedCount: t.exposeInt('missedCount'),
    fireAt: t.expose('fireAt', { type: 'DateTime', description: 'The slot with its jitter.' }),
    executionTime: t.expose('executionTime', { type: 'DateTime', description: 'When it was claimed.' }),
    status: t.field({
      type: DeliveryStatus,
      select: { status: true },
      resolve: ({ status }) => status as typeof DeliveryStatus.$inferType,
    }),
    runStatus: t.field({
      type: RunStatus,
      nullable: true,
      description: 'Null: skipped.',
      select: { runStatus: true },
      resolve: ({ runStatus }) => runStatus as typeof RunStatus.$inferType | null,
    }),
    jobsCreated: t.exposeInt('jobsCreated'),
    jobsEnqueued: t.exposeInt('jobsEnqueued'),
    jobsCompleted: t.exposeInt('jobsCompleted'),
    jobsFailed: t.exposeInt('jobsFailed', { description: 'Dead letters included.' }),
    jobsSkipped: t.exposeInt('jobsSkipped'),
    jobsCancelled: t.exposeInt('jobsCancelled'),
    batches: t.exposeInt('batches', {
      description: 'Into which its jobs were divided; 0: not expanded yet.',
    }),
    batchesBegun: t.int({
      select: { batchCursor: true },
      resolve: ({ batchCursor }) => batchCursor + 1,
    }),
    nextBatchAt: t.expose('nextBatchAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Null: the one before has not been answered, or there is none.',
    }),
    expandedAt: t.expose('expandedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when its jobs exist.',
    }),
    params: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'As it was triggered with them: data sources are not expanded. In a list, {"truncated": true, "bytes": …} when they are long.',
      resolve: ({ id }, _args, context, info) => loadJson(context, info, ['ScheduleExecution', 'params', id]),
    }),
    errors: t.field({
      type: [ExecutionError],
      description: 'The first 100, equal ones together.',
      resolve: async ({ id }, _args, context, info) =>
        readErrors(await loadJson(context, info, ['ScheduleExecution', 'errors', id])),
    }),
    metadata: t.expose('metadata', { type: 'JSON' }),
    decision: t.expose('decision', {
      type: 'JSON',
      nullable: true,
      description: 'Why it was due when it was.',
    }),
    why: t.string({
      description: 'Why it runs, or did not, in words.',
      select: {
        trigger: true,
        status: true,
        runStatus: true,
        reason: true,
        slotAt: true,
        lastSlotAt: true,
        missedCount: true,
        fireAt: true,
        executionTime: true,
        decision: true,
      },
      resolve: (execution) => whyNow(execution),
    }),
    traceId: t.exposeString('traceId'),
    cancelRequestedAt: t.expose('cancelRequestedAt', { type: 'DateTime', nullable: true }),
    completedAt: t.expose('completedAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    createdBy: t.exposeString('createdBy', { nullable: true }),
    createdByName: t.string({
      ...TOKEN_NAME,
      select: { createdBy: true },
      resolve: ({ createdBy }, _args, context, info) => tokenName(context, info, createdBy),
    }),
    jobs: t.field({
      type: JobExecutionConnection,
      description: 'Its jobs, the first one first.',
      args: {
        ...t.arg.connectionArgs(),
        filter: t.arg({ type: JobExecutionFilter }),
        orderBy: t.arg({ type: jobOrder.input }),
      },
      select: (args, _context, nestedSelection) =>
        ({
          jobsCreated: true,
          jobs: nestedSelection(
            nestedPage(
              args,
              jobOrder.orderOf(args.orderBy, OLDEST_FIRST),
              jobExecutionWhere(args.filter ?? {}),
            ),
            ['edges', 'node'],
          ),
        }) as { jobsCreated: true; jobs: true },
      resolve: (execution, args, context, info) =>
        toConnection(execution.jobs, args, jobOrder.orderOf(args.orderBy, OLDEST_FIRST), async () =>
          isFiltered(args.filter)
            ? countBy(context, info, {
                delegate: context.prisma.agentJobExecution,
                column: 'scheduleExecutionId',
                value: execution.id,
                where: jobExecutionWhere(args.filter ?? {}),
              })
            : execution.jobsCreated,
        ),
    }),
  }),
});

export const ScheduleExecutionConnection = connectionType(ScheduleExecution);

/** Reads an execution with what the operation asks of it; null: there is none. */
export function findScheduleExecution(context: GraphQLContext, info: GraphQLResolveInfo, id: string) {
  const query = queryFromInfo({ context, info, typeName: 'ScheduleExecution' });
  return context.prisma.scheduleExecution.findUnique({ ...query, where: { id } });
}

export const scheduleExecutionOrder = orderInput('ScheduleExecution', { CREATED_AT: { column: 'id' } });

builder.queryFields((t) => ({
  scheduleExecution: t.field({
    type: ScheduleExecution,
    nullable: true,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context, info) => findScheduleExecution(context, info, id),
  }),
  scheduleExecutions: t.field({
    type: ScheduleExecutionConnection,
    description: 'The newest first.',
    args: {
      ...t.arg.connectionArgs(),
      filter: t.arg({ type: ScheduleExecutionFilter }),
      orderBy: t.arg({ type: scheduleExecutionOrder.input }),
    },
    resolve: (_root, args, context, info) =>
      findConnection<typeof ScheduleExecution.$inferType>(context, info, {
        delegate: context.prisma.scheduleExecution,
        args,
        order: scheduleExecutionOrder.orderOf(args.orderBy, NEWEST_FIRST),
        where: scheduleExecutionWhere(args.filter ?? {}),
        history: {
          table: 'ScheduleExecution',
          isWhole: Object.values(args.filter ?? {}).every((value) => value == null),
        },
        search: executionSearchScope(args.filter ?? {}),
      }),
  }),
}));
