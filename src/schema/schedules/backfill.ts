import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import { type BackfillProgress, countBackfillExecutions } from '../../db/schedules/backfills.js';
import { cancelBackfill } from '../../services/schedules/cancel-backfill.js';
import { createBackfill } from '../../services/schedules/create-backfill.js';
import { type BackfillPlan, previewBackfill } from '../../services/schedules/preview-backfill.js';
import { TOKEN_NAME, tokenName } from '../access/token-name.js';
import { builder } from '../builder.js';
import { actorOf, type GraphQLContext } from '../context.js';
import {
  connectionType,
  findConnection,
  NEWEST_FIRST,
  nestedPage,
  OLDEST_FIRST,
} from '../lists/connection.js';
import { toConnection } from '../lists/keyset.js';
import { countBy, loadAt, loadById } from '../lists/reference.js';
import { ScheduleExecution, ScheduleExecutionConnection } from '../runs/schedule-execution.js';
import { ScheduleExecutionFilter, scheduleExecutionWhere } from '../runs/schedule-execution-filter.js';
import { BackfillStatus, type RunStatus } from '../types/enums.js';
import { answer, resultUnion } from '../types/errors.js';
import { valueOrError } from './preview.js';
import { Schedule } from './schedule.js';

type Counts = readonly BackfillProgress[];

const BackfillProgressType = builder.objectRef<Counts>('BackfillProgress').implement({
  description: 'How many executions of a backfill have come to what.',
  fields: (t) => {
    const count = (status: typeof RunStatus.$inferType) =>
      t.int({
        resolve: (counts) => counts.find(({ runStatus }) => runStatus === status)?.count ?? 0,
      });
    return {
      pending: count('pending'),
      running: count('running'),
      succeeded: count('succeeded'),
      partial: count('partial'),
      failed: count('failed'),
      cancelled: count('cancelled'),
    };
  },
});

const Backfill = builder.prismaObject('Backfill', {
  description:
    'Past slots of a schedule that an operator wants to have run, the oldest first, so many at a time. It goes on from the target, params and timing that the schedule had when it was made.',
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    scheduleId: t.exposeID('scheduleId'),
    schedule: t.field({
      type: Schedule,
      nullable: true,
      description: 'Null when it has been deleted since.',
      select: { scheduleId: true },
      resolve: ({ scheduleId }, _args, context, info) =>
        loadById<typeof Schedule.$inferType>(context, info, context.prisma.schedule, scheduleId),
    }),
    from: t.expose('from', { type: 'DateTime', description: 'Inclusive.' }),
    to: t.expose('to', { type: 'DateTime', description: 'Exclusive.' }),
    maxConcurrency: t.exposeInt('maxConcurrency', { description: 'Executions under way at once, at most.' }),
    repeatExisting: t.exposeBoolean('repeatExisting', { description: 'Slots that have run, run again.' }),
    params: t.expose('params', {
      type: 'JSON',
      nullable: true,
      description: "Laid over the schedule's, key by key.",
    }),
    total: t.exposeInt('total', { description: 'Slots in the range.' }),
    existing: t.exposeInt('existing', { description: 'Of these, those that had run.' }),
    toCreate: t.int({
      description: 'Executions that there will be in all.',
      select: { total: true, existing: true, repeatExisting: true },
      resolve: ({ total, existing, repeatExisting }) => (repeatExisting ? total : total - existing),
    }),
    created: t.exposeInt('created', { description: 'Executions so far.' }),
    progress: t.field({
      type: BackfillProgressType,
      resolve: ({ id }, _args, context, info) =>
        loadAt(context, info, id, async (ids) => {
          const counts = await countBackfillExecutions(context.services.pool, ids);
          return ids.map((own) => counts.filter(({ backfillId }) => backfillId === own));
        }),
    }),
    status: t.field({
      type: BackfillStatus,
      select: { status: true },
      resolve: ({ status }) => status as typeof BackfillStatus.$inferType,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    createdBy: t.exposeString('createdBy'),
    createdByName: t.string({
      ...TOKEN_NAME,
      select: { createdBy: true },
      resolve: ({ createdBy }, _args, context, info) => tokenName(context, info, createdBy),
    }),
    completedAt: t.expose('completedAt', { type: 'DateTime', nullable: true }),
    executions: t.field({
      type: ScheduleExecutionConnection,
      description: 'The oldest slot first.',
      args: { ...t.arg.connectionArgs(), filter: t.arg({ type: ScheduleExecutionFilter }) },
      select: (args, _context, nestedSelection) =>
        ({
          executions: nestedSelection(
            nestedPage(args, OLDEST_FIRST, scheduleExecutionWhere(args.filter ?? {})),
            ['edges', 'node'],
          ),
        }) as { executions: true },
      resolve: (backfill, args, context, info) =>
        toConnection(backfill.executions, args, OLDEST_FIRST, () =>
          countBy(context, info, {
            delegate: context.prisma.scheduleExecution,
            column: 'backfillId',
            value: backfill.id,
            where: scheduleExecutionWhere(args.filter ?? {}),
          }),
        ),
    }),
  }),
});

builder.prismaObjectFields(ScheduleExecution, (t) => ({
  backfillId: t.exposeID('backfillId', { nullable: true, description: 'Where the trigger is BACKFILL.' }),
  backfill: t.relation('backfill', { nullable: true }),
}));

const instants = (description: string, pick: (plan: BackfillPlan) => Date[]) => ({
  description,
  resolve: pick,
});

const BackfillPreview = builder.objectRef<BackfillPlan>('BackfillPreview').implement({
  description: 'What a backfill would do. Nothing is created.',
  fields: (t) => ({
    from: t.expose('from', { type: 'DateTime' }),
    to: t.expose('to', {
      type: 'DateTime',
      description: 'Where it ends: slots that the schedule has yet to claim are its own.',
    }),
    total: t.exposeInt('total', { description: 'Slots in the range.' }),
    existing: t.exposeInt('existing', {
      description: 'Of these, those that have run already, by the schedule or by a backfill.',
    }),
    toCreate: t.exposeInt('toCreate'),
    first: t.field({
      type: ['DateTime'],
      ...instants('The first slots to be created, at most 5.', ({ first }) => first),
    }),
    last: t.field({
      type: ['DateTime'],
      ...instants('The last slots to be created, at most 5.', ({ last }) => last),
    }),
  }),
});

function findBackfill(context: GraphQLContext, info: GraphQLResolveInfo, id: string) {
  const query = queryFromInfo({ context, info, typeName: 'Backfill' });
  return context.prisma.backfill.findUnique({ ...query, where: { id } });
}

const BackfillFilter = builder.inputType('BackfillFilter', {
  fields: (t) => ({
    scheduleId: t.id(),
    status: t.field({ type: [BackfillStatus], description: 'One of these.' }),
  }),
});

builder.queryFields((t) => ({
  previewBackfill: t.field({
    type: BackfillPreview,
    description: 'How many slots of a schedule a backfill would run, at most 100 000 in one.',
    args: {
      scheduleId: t.arg.id({ required: true }),
      from: t.arg({ type: 'DateTime', required: true, description: 'Inclusive.' }),
      to: t.arg({ type: 'DateTime', description: 'Exclusive; default now.' }),
      repeatExisting: t.arg.boolean({ defaultValue: false }),
    },
    resolve: (_root, args, context) =>
      valueOrError(previewBackfill(context.services, actorOf(context), args)),
  }),
  backfill: t.field({
    type: Backfill,
    nullable: true,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context, info) => findBackfill(context, info, id),
  }),
  backfills: t.field({
    type: connectionType(Backfill),
    description: 'The newest first.',
    args: { ...t.arg.connectionArgs(), filter: t.arg({ type: BackfillFilter }) },
    resolve: (_root, args, context, info) =>
      findConnection<typeof Backfill.$inferType>(context, info, {
        delegate: context.prisma.backfill,
        args,
        order: NEWEST_FIRST,
        where: {
          ...(args.filter?.scheduleId != null && { scheduleId: args.filter.scheduleId }),
          ...(args.filter?.status && { status: { in: args.filter.status } }),
        },
      }),
  }),
}));

const CreateBackfillInput = builder.inputType('CreateBackfillInput', {
  fields: (t) => ({
    scheduleId: t.id({ required: true }),
    from: t.field({ type: 'DateTime', required: true, description: 'Inclusive.' }),
    to: t.field({ type: 'DateTime', description: 'Exclusive; default now. Not in the future.' }),
    maxConcurrency: t.int({ defaultValue: 1, description: 'Executions under way at once, 1 to 100.' }),
    repeatExisting: t.boolean({ defaultValue: false, description: 'Run slots again that have run.' }),
    params: t.field({ type: 'JSON', description: "Laid over the schedule's, key by key." }),
    idempotencyKey: t.string({
      description: 'Of several requests with the same key within a day, one counts.',
    }),
  }),
});

builder.mutationFields((t) => ({
  createBackfill: t.field({
    type: resultUnion('CreateBackfill', Backfill),
    description:
      'Has past slots of a schedule run: each becomes an execution with trigger BACKFILL, whatever the concurrency policy says. Look at previewBackfill first.',
    authScopes: { operator: true },
    args: { input: t.arg({ type: CreateBackfillInput, required: true }) },
    resolve: (_root, { input }, context, info) =>
      answer(createBackfill(context.services, actorOf(context), input), ({ id }) =>
        findBackfill(context, info, id),
      ),
  }),
  cancelBackfill: t.field({
    type: resultUnion('CancelBackfill', Backfill),
    description: 'No further slot of it begins, and its executions under way are cancelled.',
    authScopes: { operator: true },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context, info) =>
      answer(cancelBackfill(context.services, actorOf(context), { id }), () =>
        findBackfill(context, info, id),
      ),
  }),
}));
