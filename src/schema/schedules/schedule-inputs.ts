import { environmentArg } from '../agents/agent-enums.js';
import { builder } from '../builder.js';
import { RetryConfigInput } from '../jobs/retry-config.js';
import { TargetType } from '../runs/run-enums.js';
import { STABLE_KEY } from '../types/stable-key.js';
import { AfterOnce, Repeat } from './schedule-enums.js';
import { timingInputs } from './timing-inputs.js';

/** An update requires none of these fields. Omitted fields keep their value. */
function scheduleInput(name: string, required: boolean) {
  return builder.inputType(name, {
    description: required
      ? 'A new schedule.'
      : 'Changes to a schedule. Omitted fields keep their value; null resets a field to its default or clears it.',
    fields: (t) => ({
      key: t.string({ description: STABLE_KEY }),
      name: t.string({ required, description: 'Display name, 1 to 200 characters.' }),
      description: t.string({ description: 'What the schedule is for. At most 10,000 characters.' }),
      labels: t.stringList({
        description:
          'Labels, at most 20, each of 1 to 63 letters, digits and `._:/=-`. API tokens can be limited to the schedules with a label. Defaults to none.',
      }),
      repeat: t.field({
        type: Repeat,
        required,
        description: 'Whether the schedule runs once or repeatedly.',
      }),
      ...timingInputs(t),
      ...t.fields(AfterOnce, {
        afterOnce: 'What happens to a one-time schedule after it has run. Defaults to `DISABLE`.',
      }),
      template: t.boolean({
        description:
          'Makes the schedule a template: it is never due, and runs only when triggered. Defaults to false.',
      }),
      ...t.fields('JSON', {
        requirements:
          'Capabilities a worker needs to run the jobs, such as `{"region": "eu"}`. At most 20 names. Merged over the agent’s by name.',
        params:
          'Parameters of the runs, a JSON object. Each data source string (`db:…`) expands into many jobs. Defaults to an empty object.',
      }),
      environment: t.field(environmentArg),
      ...t.fields('Int', {
        successfulHistoryLimit: 'Number of successful runs to keep. Defaults to all until they expire.',
        failedHistoryLimit: 'Number of failed runs to keep. Defaults to all until they expire.',
      }),
      ...t.fields(TargetType, {
        targetType:
          'Whether the schedule runs an agent or a pipeline. Can be omitted, because `agentId` or `pipelineId` says it.',
      }),
      ...t.fields('ID', {
        agentId: 'ID of the agent to run. Required without `pipelineId` and `templateId`.',
        pipelineId: 'ID of the pipeline to run, instead of an agent.',
        templateId:
          'ID of a template to run with this schedule’s timing. It uses the template’s target, merges `params` and `requirements` over the template’s, and overrides `retryConfig`, `timeout` and a `priority` other than 0.',
      }),
      ...t.fields(RetryConfigInput, { retryConfig: 'Retry policy of the jobs. Defaults to the agent’s.' }),
      ...t.fields('Duration', {
        timeout: 'Time limit for one attempt, counted from its first send. Defaults to the agent’s.',
        maxQueueTime:
          'How long a released job may wait to start before it fails with `QUEUE_TIMEOUT`. Defaults to the agent’s.',
        zombieThresholdMs:
          'How long a whole run may last, including all jobs and retries. A longer run is stopped: its open jobs are cancelled, its agents are notified, and it fails. Defaults to no limit.',
      }),
      priority: t.int({
        description: 'Priority of the jobs. Jobs with a higher number start first.',
        ...(required && { defaultValue: 0 }),
      }),
      enabled: t.boolean({
        ...(required && { defaultValue: true }),
        description: 'Whether the schedule runs when it is due.',
      }),
    }),
  });
}

export const CreateScheduleInput = scheduleInput('CreateScheduleInput', true);
export const UpdateScheduleInput = scheduleInput('UpdateScheduleInput', false);

export const ProposeHintInput = builder.inputType('ProposeHintInput', {
  description: 'A hint. Give an interval, one additional run, or both.',
  fields: (t) => ({
    ...t.fields('Duration', {
      interval: 'Interval that replaces the schedule’s own while the hint is in effect.',
      intervalMs: 'Alias of `interval`. Give only one of them.',
    }),
    ...t.fields('DateTime', { nextRunAt: 'Time of one additional run. A time in the past means now.' }),
    ttl: t.field({ type: 'Duration', required: true, description: 'How long the hint is in effect.' }),
    ...t.fields('String!', {
      reason: 'Reason for the hint. It is shown wherever the hint decides the next run.',
    }),
  }),
});
