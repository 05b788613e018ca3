import { createSchedule } from '../services/create-schedule.js';
import { deleteSchedule } from '../services/delete-schedule.js';
import { setScheduleEnabled } from '../services/set-schedule-enabled.js';
import { updateSchedule } from '../services/update-schedule.js';
import { builder } from './builder.js';
import { actorOf } from './context.js';
import { AfterOnce, DstGap, DstRepeat, Repeat, TargetType } from './enums.js';
import { answer, resultUnion } from './errors.js';
import { RetryConfigInput } from './retry-config.js';
import { findSchedule, Schedule } from './schedule.js';

/** Of an update all of it is optional, and what is left out stays as it is. */
function scheduleInput(name: string, required: boolean) {
  return builder.inputType(name, {
    fields: (t) => ({
      name: t.string({ required }),
      description: t.string(),
      repeat: t.field({ type: Repeat, required }),
      cronExpression: t.string({ description: 'Five fields; of a repeating schedule, this or interval.' }),
      interval: t.field({ type: 'Duration', description: 'At least one second.' }),
      timezone: t.string({ description: 'IANA name; default: the zone of the scheduler config.' }),
      startAt: t.field({
        type: 'DateTime',
        description: 'Inclusive. Of a one-time schedule: when; default at once.',
      }),
      endAt: t.field({ type: 'DateTime', description: 'Exclusive.' }),
      dstGap: t.field({ type: DstGap, description: 'Default NEXT_VALID.' }),
      dstRepeat: t.field({ type: DstRepeat, description: 'Default FIRST.' }),
      afterOnce: t.field({
        type: AfterOnce,
        description: 'Of a one-time schedule that has run; default DISABLE.',
      }),
      maxRuns: t.int({ description: 'Ends after so many runs.' }),
      template: t.boolean({ description: 'Never fires by time: waits for triggers.' }),
      targetType: t.field({ type: TargetType, required }),
      agentId: t.id(),
      pipelineId: t.id(),
      params: t.field({
        type: 'JSON',
        description: 'Data source strings in it ("db:…") are expanded to many jobs.',
      }),
      retryConfig: t.field({ type: RetryConfigInput, description: "Default: the agent's." }),
      timeout: t.field({
        type: 'Duration',
        description: "For one attempt, from its first send; default: the agent's.",
      }),
      priority: t.int({ description: 'Higher first.', ...(required && { defaultValue: 0 }) }),
      enabled: t.boolean(required ? { defaultValue: true } : {}),
    }),
  });
}

const CreateScheduleInput = scheduleInput('CreateScheduleInput', true);
const UpdateScheduleInput = scheduleInput('UpdateScheduleInput', false);

builder.mutationFields((t) => ({
  createSchedule: t.field({
    type: resultUnion('CreateSchedule', Schedule),
    authScopes: { admin: true },
    args: { input: t.arg({ type: CreateScheduleInput, required: true }) },
    resolve: (_root, { input }, context, info) =>
      answer(createSchedule(context.services, actorOf(context), input), ({ id }) =>
        findSchedule(context, info, id),
      ),
  }),
  updateSchedule: t.field({
    type: resultUnion('UpdateSchedule', Schedule),
    description: 'What is left out stays as it is. Only a change of timing plans anew.',
    authScopes: { admin: true },
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: UpdateScheduleInput, required: true }) },
    resolve: (_root, { id, input }, context, info) =>
      answer(updateSchedule(context.services, actorOf(context), { id, input }), () =>
        findSchedule(context, info, id),
      ),
  }),
  deleteSchedule: t.field({
    type: resultUnion('DeleteSchedule', Schedule),
    description: 'Returns the schedule as it was. Its history stays, and what runs goes on.',
    authScopes: { admin: true },
    args: { id: t.arg.id({ required: true }) },
    async resolve(_root, { id }, context, info) {
      const schedule = await findSchedule(context, info, id);
      return answer(deleteSchedule(context.services, actorOf(context), { id }), () => schedule);
    },
  }),
  setScheduleEnabled: t.field({
    type: resultUnion('SetScheduleEnabled', Schedule),
    authScopes: { admin: true },
    args: { id: t.arg.id({ required: true }), enabled: t.arg.boolean({ required: true }) },
    resolve: (_root, args, context, info) =>
      answer(setScheduleEnabled(context.services, actorOf(context), args), () =>
        findSchedule(context, info, args.id),
      ),
  }),
}));
