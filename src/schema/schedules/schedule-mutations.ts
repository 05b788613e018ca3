import type { WrittenRow } from '../../db/system/insert-together.js';
import { clearHints } from '../../services/schedules/clear-hints.js';
import { createSchedule } from '../../services/schedules/create-schedule.js';
import { deleteSchedule } from '../../services/schedules/delete-schedule.js';
import { pauseSchedule } from '../../services/schedules/pause-schedule.js';
import { proposeHint } from '../../services/schedules/propose-hint.js';
import { resumeSchedule } from '../../services/schedules/resume-schedule.js';
import { setScheduleEnabled } from '../../services/schedules/set-schedule-enabled.js';
import { updateSchedule } from '../../services/schedules/update-schedule.js';
import { builder } from '../builder.js';
import { creationKey } from '../types/idempotency-key.js';
import { mutationOf } from '../types/mutation.js';
import { findSchedule, Schedule } from './schedule.js';
import { CreateScheduleInput, ProposeHintInput, UpdateScheduleInput } from './schedule-inputs.js';

const scheduleMutation = mutationOf(
  Schedule,
  ({ id, row }: { id: string; row?: WrittenRow }, context, info) => findSchedule(context, info, id, row),
);

builder.mutationFields((t) => ({
  createSchedule: scheduleMutation(t, {
    by: 'admin',
    description: 'Creates a schedule.',
    args: {
      input: t.arg({ type: CreateScheduleInput, required: true, description: 'The schedule.' }),
      idempotencyKey: t.arg(creationKey),
    },
    run: (deps, actor, { input, ...once }) => createSchedule(deps, actor, input, once),
  }),
  updateSchedule: scheduleMutation(t, {
    by: 'admin',
    description:
      'Changes a schedule. Omitted fields keep their value. The next run is planned again only if the timing changes.',
    args: {
      id: t.arg.id({ required: true, description: 'ID of the schedule.' }),
      input: t.arg({ type: UpdateScheduleInput, required: true, description: 'The changes.' }),
    },
    run: updateSchedule,
  }),
  deleteSchedule: scheduleMutation(t, {
    by: 'admin',
    description:
      'Deletes a schedule and returns it as it was. Its history is kept, and active runs continue.',
    args: { id: t.arg.id({ required: true, description: 'ID of the schedule.' }) },
    returnsPrevious: true,
    run: deleteSchedule,
  }),
  setScheduleEnabled: scheduleMutation(t, {
    by: 'admin',
    description: 'Enables or disables a schedule. Active runs continue.',
    args: {
      id: t.arg.id({ required: true, description: 'ID of the schedule.' }),
      enabled: t.arg.boolean({ required: true, description: 'True to enable, false to disable.' }),
    },
    run: setScheduleEnabled,
  }),
  pauseSchedule: scheduleMutation(t, {
    by: 'operator',
    description:
      'Pauses a schedule until a given time. Slots before that time are skipped and recorded, including those already due. The schedule then resumes automatically.',
    args: {
      id: t.arg.id({ required: true, description: 'ID of the schedule.' }),
      until: t.arg({ type: 'DateTime', required: true, description: 'Time the pause ends.' }),
      note: t.arg.string({ description: 'Why the schedule is paused.' }),
    },
    run: pauseSchedule,
  }),
  resumeSchedule: scheduleMutation(t, {
    by: 'operator',
    description: 'Ends a pause. The schedule continues from now.',
    args: { id: t.arg.id({ required: true, description: 'ID of the schedule.' }) },
    run: resumeSchedule,
  }),
  proposeHint: scheduleMutation(t, {
    by: 'operator',
    description:
      'Proposes when a schedule should run for a limited time. Takes effect immediately and replaces an earlier hint. Limits and pauses take precedence.',
    args: {
      scheduleId: t.arg.id({ required: true, description: 'ID of the schedule.' }),
      input: t.arg({ type: ProposeHintInput, required: true, description: 'The hint.' }),
    },
    run: proposeHint,
  }),
  clearHints: scheduleMutation(t, {
    by: 'operator',
    description: 'Removes the hint of a schedule. The schedule immediately returns to its own timing.',
    args: { scheduleId: t.arg.id({ required: true, description: 'ID of the schedule.' }) },
    run: clearHints,
  }),
}));
