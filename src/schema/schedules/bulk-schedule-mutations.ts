/** Mutations that change many schedules, selected by filter, by IDs, or by both. */
import { pauseSchedule } from '../../services/schedules/pause-schedule.js';
import { resumeSchedule } from '../../services/schedules/resume-schedule.js';
import { setScheduleEnabled } from '../../services/schedules/set-schedule-enabled.js';
import { triggerSchedule } from '../../services/schedules/trigger-schedule.js';
import type { BulkOutcome } from '../../services/system/in-bulk.js';
import type { Result } from '../../services/system/result.js';
import { builder } from '../builder.js';
import type { GraphQLContext } from '../context.js';
import { bulkMutation, type Choice, changeChosen, choiceArgs } from '../types/bulk.js';
import { ScheduleFilter, scheduleWhere } from './schedule-filter.js';

type Change = (id: string) => Promise<Result<unknown>>;

async function changeSchedules(
  { prisma, services }: GraphQLContext,
  choice: Choice<typeof ScheduleFilter.$inferInput>,
  change: Change,
): Promise<Result<BulkOutcome>> {
  const where = await scheduleWhere(choice.filter ?? {}, services.pool);
  return changeChosen(prisma.schedule, choice, where, change);
}

builder.mutationFields((t) => ({
  setSchedulesEnabled: bulkMutation(t, {
    by: 'admin',
    description: 'Enables or disables schedules, at most 10,000.',
    args: {
      ...choiceArgs(t.arg, ScheduleFilter, 'Which schedules to change.'),
      enabled: t.arg.boolean({ required: true, description: 'True to enable, false to disable.' }),
    },
    run: (deps, actor, { enabled, ...args }, context) =>
      changeSchedules(context, args, (id) => setScheduleEnabled(deps, actor, { id, enabled })),
  }),
  pauseSchedules: bulkMutation(t, {
    by: 'operator',
    description: 'Pauses schedules until a given time, at most 10,000. See `pauseSchedule`.',
    args: {
      ...choiceArgs(t.arg, ScheduleFilter, 'Which schedules to pause.'),
      until: t.arg({ type: 'DateTime', required: true, description: 'Time the pause ends.' }),
      note: t.arg.string({ description: 'Why the schedules are paused.' }),
    },
    run: (deps, actor, { until, note, ...args }, context) =>
      changeSchedules(context, args, (id) => pauseSchedule(deps, actor, { id, until, note })),
  }),
  resumeSchedules: bulkMutation(t, {
    by: 'operator',
    description: 'Ends the pauses of schedules, at most 10,000.',
    args: choiceArgs(t.arg, ScheduleFilter, 'Which schedules to resume.'),
    run: (deps, actor, args, context) =>
      changeSchedules(context, args, (id) => resumeSchedule(deps, actor, { id })),
  }),
  triggerSchedules: bulkMutation(t, {
    by: 'operator',
    description: 'Runs schedules now, regardless of their timing, at most 10,000.',
    args: {
      ...choiceArgs(t.arg, ScheduleFilter, 'Which schedules to run.'),
      idempotencyKey: t.arg.string({
        description: 'For 24 hours, requests with the same key run each schedule once. 1 to 255 characters.',
      }),
    },
    run: (deps, actor, { idempotencyKey, ...args }, context) =>
      changeSchedules(context, args, (id) => triggerSchedule(deps, actor, { id, idempotencyKey })),
  }),
}));
