/** Mutations that change many schedules or runs, selected by filter, by IDs, or by both. */
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
import { ScheduleFilter, scheduleWhere } from '../schedules/schedule-filter.js';
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
    type: resultUnion(BulkResult),
    description: 'Enables or disables schedules, at most 10,000.',
    authScopes: { admin: true },
    args: {
      filter: t.arg({ type: ScheduleFilter, description: 'Which schedules to change.' }),
      ...choiceArgs(t.arg),
      enabled: t.arg.boolean({ required: true, description: 'True to enable, false to disable.' }),
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
    type: resultUnion(BulkResult),
    description: 'Pauses schedules until a given time, at most 10,000. See `pauseSchedule`.',
    authScopes: { operator: true },
    args: {
      filter: t.arg({ type: ScheduleFilter, description: 'Which schedules to pause.' }),
      ...choiceArgs(t.arg),
      until: t.arg({ type: 'DateTime', required: true, description: 'Time the pause ends.' }),
      note: t.arg.string({ description: 'Why the schedules are paused.' }),
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
    type: resultUnion(BulkResult),
    description: 'Ends the pauses of schedules, at most 10,000.',
    authScopes: { operator: true },
    args: {
      filter: t.arg({ type: ScheduleFilter, description: 'Which schedules to resume.' }),
      ...choiceArgs(t.arg),
      ...countArgs(t.arg),
    },
    resolve: (_root, args, context) =>
      answer(
        changeSchedules(context, args, (id) => resumeSchedule(context.services, actorOf(context), { id })),
        (outcome) => outcome,
      ),
  }),
  triggerSchedules: t.field({
    type: resultUnion(BulkResult),
    description: 'Runs schedules now, regardless of their timing, at most 10,000.',
    authScopes: { operator: true },
    args: {
      filter: t.arg({ type: ScheduleFilter, description: 'Which schedules to run.' }),
      ...choiceArgs(t.arg),
      idempotencyKey: t.arg.string({
        description: 'For 24 hours, requests with the same key run each schedule once. 1 to 255 characters.',
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
    type: resultUnion(BulkResult),
    description:
      'Cancels runs that are pending or running, at most 10,000. Runs that have ended are not counted.',
    authScopes: { operator: true },
    args: {
      filter: t.arg({ type: ScheduleExecutionFilter, description: 'Which runs to cancel.' }),
      ...choiceArgs(t.arg),
      ...countArgs(t.arg),
    },
    resolve: (_root, args, context) =>
      answer(
        changeOpenExecutions(context, args, (id) =>
          cancelScheduleExecution(context.services, actorOf(context), { id }),
        ),
        (outcome) => outcome,
      ),
  }),
}));
