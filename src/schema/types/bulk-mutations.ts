/** Mutations that change many schedules or runs, selected by filter, by IDs, or by both. */
import type { Reader } from '../../db/reader/create-reader.js';
import { cancelScheduleExecution } from '../../services/runs/cancel-schedule-execution.js';
import { pauseSchedule } from '../../services/schedules/pause-schedule.js';
import { resumeSchedule } from '../../services/schedules/resume-schedule.js';
import { setScheduleEnabled } from '../../services/schedules/set-schedule-enabled.js';
import { triggerSchedule } from '../../services/schedules/trigger-schedule.js';
import { type BulkOutcome, type BulkRequest, inBulk } from '../../services/system/in-bulk.js';
import type { Result } from '../../services/system/result.js';
import { builder } from '../builder.js';
import type { GraphQLContext } from '../context.js';
import { ScheduleExecutionFilter, scheduleExecutionWhere } from '../runs/schedule-execution-filter.js';
import { ScheduleFilter, scheduleWhere } from '../schedules/schedule-filter.js';
import { bulkMutation, choiceArgs, countArgs, findChosen, requestOf } from './bulk.js';

type Change = (id: string) => Promise<Result<unknown>>;

interface Chosen<Filter> extends BulkRequest {
  filter?: Filter | null | undefined;
  ids?: string[] | null | undefined;
  all?: boolean | null | undefined;
}

async function changeSchedules(
  { prisma, services }: GraphQLContext,
  args: Chosen<typeof ScheduleFilter.$inferInput>,
  change: Change,
): Promise<Result<BulkOutcome>> {
  const where = await scheduleWhere(args.filter ?? {}, services.pool);
  const found = await findChosen(prisma.schedule, args, where);
  return found.kind === 'ok' ? inBulk(found.value, requestOf(args), change) : found;
}

async function changeOpenExecutions(
  prisma: Reader,
  args: Chosen<typeof ScheduleExecutionFilter.$inferInput>,
  change: Change,
): Promise<Result<BulkOutcome>> {
  const open = { runStatus: { in: ['pending', 'running'] } };
  const where = { AND: [scheduleExecutionWhere(args.filter ?? {}), open] };
  const found = await findChosen(prisma.scheduleExecution, args, where);
  return found.kind === 'ok' ? inBulk(found.value, requestOf(args), change) : found;
}

builder.mutationFields((t) => ({
  setSchedulesEnabled: bulkMutation(t, {
    by: 'admin',
    description: 'Enables or disables schedules, at most 10,000.',
    args: {
      filter: t.arg({ type: ScheduleFilter, description: 'Which schedules to change.' }),
      ...choiceArgs(t.arg),
      enabled: t.arg.boolean({ required: true, description: 'True to enable, false to disable.' }),
      ...countArgs(t.arg),
    },
    run: (deps, actor, { enabled, ...args }, context) =>
      changeSchedules(context, args, (id) => setScheduleEnabled(deps, actor, { id, enabled })),
  }),
  pauseSchedules: bulkMutation(t, {
    by: 'operator',
    description: 'Pauses schedules until a given time, at most 10,000. See `pauseSchedule`.',
    args: {
      filter: t.arg({ type: ScheduleFilter, description: 'Which schedules to pause.' }),
      ...choiceArgs(t.arg),
      until: t.arg({ type: 'DateTime', required: true, description: 'Time the pause ends.' }),
      note: t.arg.string({ description: 'Why the schedules are paused.' }),
      ...countArgs(t.arg),
    },
    run: (deps, actor, { until, note, ...args }, context) =>
      changeSchedules(context, args, (id) => pauseSchedule(deps, actor, { id, until, note })),
  }),
  resumeSchedules: bulkMutation(t, {
    by: 'operator',
    description: 'Ends the pauses of schedules, at most 10,000.',
    args: {
      filter: t.arg({ type: ScheduleFilter, description: 'Which schedules to resume.' }),
      ...choiceArgs(t.arg),
      ...countArgs(t.arg),
    },
    run: (deps, actor, args, context) =>
      changeSchedules(context, args, (id) => resumeSchedule(deps, actor, { id })),
  }),
  triggerSchedules: bulkMutation(t, {
    by: 'operator',
    description: 'Runs schedules now, regardless of their timing, at most 10,000.',
    args: {
      filter: t.arg({ type: ScheduleFilter, description: 'Which schedules to run.' }),
      ...choiceArgs(t.arg),
      idempotencyKey: t.arg.string({
        description: 'For 24 hours, requests with the same key run each schedule once. 1 to 255 characters.',
      }),
      ...countArgs(t.arg),
    },
    run: (deps, actor, { idempotencyKey, ...args }, context) =>
      changeSchedules(context, args, (id) => triggerSchedule(deps, actor, { id, idempotencyKey })),
  }),
  cancelScheduleExecutions: bulkMutation(t, {
    by: 'operator',
    description:
      'Cancels runs that are pending or running, at most 10,000. Runs that have ended are not counted.',
    args: {
      filter: t.arg({ type: ScheduleExecutionFilter, description: 'Which runs to cancel.' }),
      ...choiceArgs(t.arg),
      ...countArgs(t.arg),
    },
    run: (deps, actor, args, { prisma }) =>
      changeOpenExecutions(prisma, args, (id) => cancelScheduleExecution(deps, actor, { id })),
  }),
}));
