import { type BackfillProgress, countBackfillExecutions } from '../../db/schedules/backfills.js';
import { cancelBackfill } from '../../services/schedules/backfills/cancel-backfill.js';
import { createBackfill } from '../../services/schedules/backfills/create-backfill.js';
import { type BackfillPlan, previewBackfill } from '../../services/schedules/backfills/preview-backfill.js';
import { CREATOR_NAME } from '../access/token-name.js';
import { builder } from '../builder.js';
import { actorOf } from '../context.js';
import { conditionsOf } from '../lists/conditions.js';
import { connectionType, nestedRows, oldestFirst } from '../lists/connection.js';
import { finderOf, itemById } from '../lists/item.js';
import { listField } from '../lists/list-field.js';
import { loadAt, reference } from '../lists/reference.js';
import type { RunStatus } from '../runs/run-enums.js';
import { ScheduleExecution } from '../runs/schedule-execution.js';
import { ScheduleExecutionFilter, scheduleExecutionWhere } from '../runs/schedule-execution-filter.js';
import { ScheduleExecutionConnection } from '../runs/schedule-execution-queries.js';
import { byId, mutationOf } from '../types/mutation.js';
import { Node } from '../types/node.js';
import { valueOrError } from './preview.js';
import { Schedule } from './schedule.js';
import { BackfillStatus } from './schedule-enums.js';

type Counts = readonly BackfillProgress[];

const BackfillProgressType = builder.objectRef<Counts>('BackfillProgress').implement({
  description: 'Number of runs of a backfill in each state.',
  fields: (t) => {
    const count = (status: typeof RunStatus.$inferType, options: { description: string }) =>
      t.int({
        ...options,
        resolve: (counts) => counts.find(({ runStatus }) => runStatus === status)?.count ?? 0,
      });
    return {
      pending: count('pending', { description: 'Runs that have not started.' }),
      running: count('running', { description: 'Runs in progress.' }),
      succeeded: count('succeeded', { description: 'Runs whose jobs all completed.' }),
      partial: count('partial', { description: 'Runs with completed and failed jobs.' }),
      failed: count('failed', { description: 'Runs that failed.' }),
      cancelled: count('cancelled', { description: 'Runs that were cancelled.' }),
    };
  },
});

export const Backfill = builder.prismaObject('Backfill', {
  description:
    'Runs past slots of a schedule, oldest first, a limited number at a time. It uses the target, params and timing that the schedule had when the backfill was created.',
  interfaces: [Node],
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the backfill.' }),
    scheduleId: t.exposeID('scheduleId', { description: 'ID of the schedule.' }),
    schedule: t.field({
      ...reference('scheduleId', Schedule, (prisma) => prisma.schedule),
      description: 'The schedule. Null if it has been deleted.',
    }),
    from: t.expose('from', { type: 'DateTime', description: 'Start of the range, inclusive.' }),
    to: t.expose('to', { type: 'DateTime', description: 'End of the range, exclusive.' }),
    ...t.exposed('Int!', {
      maxConcurrency: 'Maximum number of runs in progress at once.',
      total: 'Number of slots in the range.',
      existing: 'Number of slots in the range that had already run when the backfill was created.',
      created: 'Number of runs created so far.',
    }),
    ...t.exposed('Boolean!', { repeatExisting: 'Whether slots that already ran are run again.' }),
    ...t.exposed('JSON', {
      params: 'Params merged over the schedule’s, key by key. Null if there are none.',
    }),
    toCreate: t.int({
      description: 'Total number of runs the backfill creates.',
      select: { total: true, existing: true, repeatExisting: true },
      resolve: ({ total, existing, repeatExisting }) => (repeatExisting ? total : total - existing),
    }),
    progress: t.field({
      type: BackfillProgressType,
      description: 'Number of runs in each state.',
      resolve: ({ id }, _args, context, info) =>
        loadAt(context, info, id, async (ids) => {
          const counts = await countBackfillExecutions(context.services.pool, ids);
          return ids.map((own) => counts.filter(({ backfillId }) => backfillId === own));
        }),
    }),
    ...t.exposed(BackfillStatus, { status: 'State of the backfill.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time the backfill was created.' }),
    createdBy: t.exposeString('createdBy', {
      description: 'ID of the API token or person that created the backfill.',
    }),
    createdByName: t.string(CREATOR_NAME),
    ...t.exposed('DateTime', { completedAt: 'Time the backfill ended. Null if it has not ended.' }),
    executions: t.field({
      type: ScheduleExecutionConnection,
      description: 'Runs of the backfill, oldest slot first.',
      args: {
        ...t.arg.connectionArgs(),
        ...t.arg.fields(ScheduleExecutionFilter, { filter: 'Which runs to return. Defaults to all.' }),
      },
      ...nestedRows('executions', {
        delegateOf: (prisma) => prisma.scheduleExecution,
        column: 'backfillId',
        byDefault: oldestFirst('ScheduleExecution'),
        where: scheduleExecutionWhere,
      }),
    }),
  }),
});

builder.prismaObjectFields(ScheduleExecution, (t) => ({
  ...t.exposed('ID', { backfillId: 'ID of the backfill. Null unless the trigger is `BACKFILL`.' }),
  backfill: t.relation('backfill', {
    nullable: true,
    description: 'The backfill. Null unless the trigger is `BACKFILL`.',
  }),
}));

const BackfillPreview = builder.objectRef<BackfillPlan>('BackfillPreview').implement({
  description: 'What a backfill would do. Nothing is created.',
  fields: (t) => ({
    ...t.exposed('DateTime!', {
      from: 'Start of the range, inclusive.',
      to: 'End of the range, exclusive. It excludes slots that the schedule itself has yet to claim.',
    }),
    ...t.exposed('Int!', {
      total: 'Number of slots in the range.',
      existing: 'Number of slots in the range that already ran, by the schedule or by a backfill.',
      toCreate: 'Number of runs the backfill would create.',
    }),
    ...t.exposed('[DateTime!]!', {
      first: 'The first slots to be created, at most 5.',
      last: 'The last slots to be created, at most 5.',
    }),
  }),
});

export const findBackfill = finderOf(Backfill, (prisma) => prisma.backfill);

const BackfillFilter = builder.inputType('BackfillFilter', {
  description: 'Selects backfills. All given conditions must match.',
  fields: (t) => ({
    scheduleId: t.id({ description: 'Only backfills of this schedule.' }),
    status: t.field({ type: [BackfillStatus], description: 'Only backfills in one of these states.' }),
  }),
});

builder.queryFields((t) => ({
  previewBackfill: t.field({
    type: BackfillPreview,
    description: 'What a backfill of a schedule would run. A backfill is limited to 100,000 slots.',
    args: {
      scheduleId: t.arg.id({ required: true, description: 'ID of the schedule.' }),
      from: t.arg({ type: 'DateTime', required: true, description: 'Start of the range, inclusive.' }),
      to: t.arg({ type: 'DateTime', description: 'End of the range, exclusive. Defaults to now.' }),
      repeatExisting: t.arg.boolean({
        defaultValue: false,
        description: 'Whether to run slots again that already ran.',
      }),
    },
    resolve: (_root, args, context) =>
      valueOrError(previewBackfill(context.services, actorOf(context), args)),
  }),
  backfill: itemById(t, Backfill, 'backfill', findBackfill),
  backfills: listField(t, connectionType(Backfill), {
    description: 'Backfills, newest first.',
    filter: BackfillFilter,
    which: 'Which backfills to return. Defaults to all.',
    rows: (filter, { prisma }) => ({
      delegate: prisma.backfill,
      where: conditionsOf(filter, ['scheduleId', 'status']),
    }),
  }),
}));

const CreateBackfillInput = builder.inputType('CreateBackfillInput', {
  description: 'A new backfill.',
  fields: (t) => ({
    scheduleId: t.id({ required: true, description: 'ID of the schedule.' }),
    from: t.field({ type: 'DateTime', required: true, description: 'Start of the range, inclusive.' }),
    ...t.fields('DateTime', {
      to: 'End of the range, exclusive. It must not be in the future. Defaults to now.',
    }),
    maxConcurrency: t.int({
      defaultValue: 1,
      description: 'Maximum number of runs in progress at once, from 1 to 100.',
    }),
    repeatExisting: t.boolean({
      defaultValue: false,
      description: 'Whether to run slots again that already ran.',
    }),
    ...t.fields('JSON', { params: 'Params merged over the schedule’s, key by key. Defaults to none.' }),
    idempotencyKey: t.string({
      description: 'For 24 hours, requests with the same key create one backfill.',
    }),
  }),
});

const backfillMutation = mutationOf(Backfill, byId(findBackfill));

builder.mutationFields((t) => ({
  createBackfill: backfillMutation(t, {
    by: 'operator',
    description:
      'Creates a backfill. Each slot becomes a run with the trigger `BACKFILL`, regardless of the concurrency policy. Use `previewBackfill` first to see what it would run.',
    args: { input: t.arg({ type: CreateBackfillInput, required: true, description: 'The backfill.' }) },
    run: (deps, actor, { input }) => createBackfill(deps, actor, input),
  }),
  cancelBackfill: backfillMutation(t, {
    by: 'operator',
    description: 'Stops a backfill: no more slots start, and its active runs are cancelled.',
    args: { id: t.arg.id({ required: true, description: 'ID of the backfill.' }) },
    run: cancelBackfill,
  }),
}));
