import { clearHints } from '../../services/schedules/clear-hints.js';
import { createSchedule } from '../../services/schedules/create-schedule.js';
import { deleteSchedule } from '../../services/schedules/delete-schedule.js';
import { pauseSchedule } from '../../services/schedules/pause-schedule.js';
import { proposeHint } from '../../services/schedules/propose-hint.js';
import { resumeSchedule } from '../../services/schedules/resume-schedule.js';
import { setScheduleEnabled } from '../../services/schedules/set-schedule-enabled.js';
import { updateSchedule } from '../../services/schedules/update-schedule.js';
import { environmentArg } from '../agents/environment-arg.js';
import { builder } from '../builder.js';
import { actorOf } from '../context.js';
import { RetryConfigInput } from '../jobs/retry-config.js';
import {
  AfterOnce,
  ConcurrencyPolicy,
  DstGap,
  DstRepeat,
  MisfirePolicy,
  Repeat,
  TargetType,
} from '../types/enums.js';
import { answer, resultUnion } from '../types/errors.js';
import { creationKey } from '../types/idempotency-key.js';
import { STABLE_KEY } from '../types/stable-key.js';
import { findSchedule, Schedule } from './schedule.js';

/** Of an update all of it is optional, and what is left out stays as it is. */
function scheduleInput(name: string, required: boolean) {
  return builder.inputType(name, {
    fields: (t) => ({
      key: t.string({ description: STABLE_KEY }),
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
      minInterval: t.field({
        type: 'Duration',
        description: 'From each decision: the next run is not sooner, whatever a hint says.',
      }),
      maxInterval: t.field({
        type: 'Duration',
        description:
          'From the last run, else from creation: the next run is not later, whatever a hint says.',
      }),
      failureBackoff: t.boolean({
        description: 'Of an interval: each failed execution in a row doubles it, up to ×32. Default false.',
      }),
      jitter: t.field({
        type: 'Duration',
        description: 'Slots fire up to this much later. At most one day.',
      }),
      misfirePolicy: t.field({ type: MisfirePolicy, description: 'Default LATEST.' }),
      startingDeadline: t.field({
        type: 'Duration',
        description: 'A slot that is later than this does not run.',
      }),
      concurrencyPolicy: t.field({ type: ConcurrencyPolicy, description: 'Default ALLOW.' }),
      requirements: t.field({
        type: 'JSON',
        description: 'What a worker must be able to do, such as {"region": "eu"}.',
      }),
      environment: t.field(environmentArg),
      successfulHistoryLimit: t.int({ description: 'Executions kept; default: all.' }),
      failedHistoryLimit: t.int({ description: 'Executions kept; default: all.' }),
      targetType: t.field({
        type: TargetType,
        description: 'Required unless there is a templateId.',
      }),
      agentId: t.id(),
      pipelineId: t.id(),
      templateId: t.id({
        description:
          'A schedule with template: true, to be run by this one’s timing. The target is the template’s; params and requirements are laid over the template’s, and retryConfig, timeout and a priority other than 0 replace them.',
      }),
      params: t.field({
        type: 'JSON',
        description: 'Data source strings in it ("db:…") are expanded to many jobs.',
      }),
      retryConfig: t.field({ type: RetryConfigInput, description: "Default: the agent's." }),
      timeout: t.field({
        type: 'Duration',
        description: "For one attempt, from its first send; default: the agent's.",
      }),
      maxQueueTime: t.field({
        type: 'Duration',
        description:
          "How long a job may wait for its turn after its release. One that has not started by then fails with QUEUE_TIMEOUT. Default: the agent's.",
      }),
      zombieThresholdMs: t.field({
        type: 'Duration',
        description:
          'How long a whole run may last, with all its jobs and retries. One that goes on for longer is stopped: its open jobs are cancelled, its agents notified, and it fails. Default: no limit.',
      }),
      priority: t.int({ description: 'Higher first.', ...(required && { defaultValue: 0 }) }),
      enabled: t.boolean(required ? { defaultValue: true } : {}),
    }),
  });
}

const CreateScheduleInput = scheduleInput('CreateScheduleInput', true);
const UpdateScheduleInput = scheduleInput('UpdateScheduleInput', false);

const ProposeHintInput = builder.inputType('ProposeHintInput', {
  description: 'An interval, one more run, or both.',
  fields: (t) => ({
    interval: t.field({ type: 'Duration', description: 'In the place of the schedule’s own rhythm.' }),
    intervalMs: t.field({ type: 'Duration', description: 'The same, by the name that Cronicorn gives it.' }),
    nextRunAt: t.field({ type: 'DateTime', description: 'One more run; a past instant means now.' }),
    ttl: t.field({ type: 'Duration', required: true, description: 'How long the hint is in force.' }),
    reason: t.string({ required: true, description: 'Shown wherever the hint decides.' }),
  }),
});

builder.mutationFields((t) => ({
  createSchedule: t.field({
    type: resultUnion('CreateSchedule', Schedule),
    authScopes: { admin: true },
    args: { input: t.arg({ type: CreateScheduleInput, required: true }), idempotencyKey: t.arg(creationKey) },
    resolve: (_root, { input, ...once }, context, info) =>
      answer(createSchedule(context.services, actorOf(context), input, once), ({ id }) =>
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
  pauseSchedule: t.field({
    type: resultUnion('PauseSchedule', Schedule),
    description:
      'No slot before `until` runs, those that are due already included; each is recorded. Then it goes on by itself.',
    authScopes: { operator: true },
    args: {
      id: t.arg.id({ required: true }),
      until: t.arg({ type: 'DateTime', required: true }),
      note: t.arg.string(),
    },
    resolve: (_root, args, context, info) =>
      answer(pauseSchedule(context.services, actorOf(context), args), () =>
        findSchedule(context, info, args.id),
      ),
  }),
  resumeSchedule: t.field({
    type: resultUnion('ResumeSchedule', Schedule),
    description: 'Ends a pause; goes on from this moment.',
    authScopes: { operator: true },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context, info) =>
      answer(resumeSchedule(context.services, actorOf(context), { id }), () =>
        findSchedule(context, info, id),
      ),
  }),
  proposeHint: t.field({
    type: resultUnion('ProposeHint', Schedule),
    description:
      'When the schedule should run for a while. In force at once, whatever was planned; replaces the hint before it. Limits and a pause stand above it.',
    authScopes: { operator: true },
    args: {
      scheduleId: t.arg.id({ required: true }),
      input: t.arg({ type: ProposeHintInput, required: true }),
    },
    resolve: (_root, args, context, info) =>
      answer(proposeHint(context.services, actorOf(context), args), ({ id }) =>
        findSchedule(context, info, id),
      ),
  }),
  clearHints: t.field({
    type: resultUnion('ClearHints', Schedule),
    description: 'Takes the hint off; the schedule goes on along its own grid at once.',
    authScopes: { operator: true },
    args: { scheduleId: t.arg.id({ required: true }) },
    resolve: (_root, args, context, info) =>
      answer(clearHints(context.services, actorOf(context), args), ({ id }) =>
        findSchedule(context, info, id),
      ),
  }),
}));
