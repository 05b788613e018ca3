/** Changes of many schedules or executions: by filter, by ids, or both. */
import { cancelScheduleExecution } from '../../services/runs/cancel-schedule-execution.js';
import { pauseSchedule } from '../../services/schedules/pause-schedule.js';
import { resumeSchedule } from '../../services/schedules/resume-schedule.js';
import { setScheduleEnabled } from '../../services/schedules/set-schedule-enabled.js';
import { triggerSchedule } from '../../services/schedules/trigger-schedule.js';
import { type BulkOutcome, type BulkRequest, inBulk } from '../../services/system/in-bulk.js';
import type { Result } from '../../services/system/result.js';
import { builder } from '../builder.js';
import { actorOf, type GraphQLContext } from '../context.js';
import { ScheduleExecutionFilter, scheduleExecutionWhere } from '../runs/schedule-execution-filter.js';
import { ScheduleFilter, scheduleWhere } from '../schedules/schedule.js';
import { BulkResult, choiceArgs, countArgs, findChosen, requestOf } from './bulk.js';
import { answer, resultUnion } from './errors.js';

type Change = (id: string) => Promise<Result<unknown>>;

interface ChosenSchedules extends BulkRequest {
  filter?: typeof ScheduleFilter.$inferInput | null | undefined;
  ids?: string[] | null | undefined;
  all?: boolean | null | undefined;
}

async function changeSchedules(
  { prisma }: GraphQLContext,
  args: ChosenSchedules,
  change: Change,
): Promise<Result<BulkOutcome>> {
  const found = await findChosen(prisma.schedule, args, scheduleWhere(args.filter ?? {}));
  return found.kind === 'ok' ? inBulk(found.value, requestOf(args), change) : found;
}

interface ChosenExecutions extends BulkRequest {
  filter?: typeof ScheduleExecutionFilter.$inferInput | null | undefined;
  ids?: string[] | null | undefined;
  all?: boolean | null | undefined;
}

async function changeOpenExecutions(
  { prisma }: GraphQLContext,
  args: ChosenExecutions,
  change: Change,
): Promise<Result<BulkOutcome>> {
  const open = { runStatus: { in: ['pending', 'running'] } };
  const where = { AND: [scheduleExecutionWhere(args.filter ?? {}), open] };
  const found = await findChosen(prisma.scheduleExecution, args, where);
  return found.kind === 'ok' ? inBulk(found.value, requestOf(args), change) : found;
}

builder.mutationFields((t) => ({
  setSchedulesEnabled: t.field({
    type: resultUnion('SetSchedulesEnabled', BulkResult),
    description: 'Turns schedules on or off, at most 10 000.',
    authScopes: { admin: true },
    args: {
      filter: t.arg({ type: ScheduleFilter }),
      ...choiceArgs(t.arg),
      enabled: t.arg.boolean({ required: true }),
      ...countArgs(t.arg),
    },
    resolve: (_root, args, context) =>
      answer(
        changeSchedules(context, args, (id) =>
          setScheduleEnabled(context.services, actorOf(context), { id, enabled: args.enabled }),
        ),
        (outcome) => outcome,
      ),
  }),
  pauseSchedules: t.field({
    type: resultUnion('PauseSchedules', BulkResult),
    description: 'Keeps schedules from running by time before `until`, at most 10 000.',
    authScopes: { operator: true },
    args: {
      filter: t.arg({ type: ScheduleFilter }),
      ...choiceArgs(t.arg),
      until: t.arg({ type: 'DateTime', required: true }),
      note: t.arg.string({ description: 'Why, for those who wonder.' }),
      ...countArgs(t.arg),
    },
    resolve: (_root, args, context) =>
      answer(
        changeSchedules(context, args, (id) =>
          pauseSchedule(context.services, actorOf(context), { id, until: args.until, note: args.note }),
        ),
        (outcome) => outcome,
      ),
  }),
  resumeSchedules: t.field({
    type: resultUnion('ResumeSchedules', BulkResult),
    description: 'Ends the pauses of schedules early, at most 10 000.',
    authScopes: { operator: true },
    args: { filter: t.arg({ type: ScheduleFilter }), ...choiceArgs(t.arg), ...countArgs(t.arg) },
    resolve: (_root, args, context) =>
      answer(
        changeSchedules(context, args, (id) => resumeSchedule(context.services, actorOf(context), { id })),
        (outcome) => outcome,
      ),
  }),
  triggerSchedules: t.field({
    type: resultUnion('TriggerSchedules', BulkResult),
    description: 'Runs schedules now, whatever their time, at most 10 000.',
    authScopes: { operator: true },
    args: {
      filter: t.arg({ type: ScheduleFilter }),
      ...choiceArgs(t.arg),
      idempotencyKey: t.arg.string({
        description: 'Of several requests with the same key within a day, each schedule runs once.',
      }),
      ...countArgs(t.arg),
    },
    resolve: (_root, args, context) =>
      answer(
        changeSchedules(context, args, (id) =>
          triggerSchedule(context.services, actorOf(context), { id, idempotencyKey: args.idempotencyKey }),
        ),
        (outcome) => outcome,
      ),
  }),
  cancelScheduleExecutions: t.field({
    type: resultUnion('CancelScheduleExecutions', BulkResult),
    description: 'Ends executions that wait or run, at most 10 000; those that are over are not counted.',
    authScopes: { operator: true },
    args: { filter: t.arg({ type: ScheduleExecutionFilter }), ...choiceArgs(t.arg), ...countArgs(t.arg) },
    resolve: (_root, args, context) =>
      answer(
        changeOpenExecutions(context, args, (id) =>
          cancelScheduleExecution(context.services, actorOf(context), { id }),
        ),
        (outcome) => outcome,
      ),
  }),
}));
