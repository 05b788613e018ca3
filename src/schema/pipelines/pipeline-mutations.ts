import { createPipeline } from '../../services/pipelines/create-pipeline.js';
import { deletePipeline } from '../../services/pipelines/delete-pipeline.js';
import { updatePipeline } from '../../services/pipelines/update-pipeline.js';
import { triggerPipeline } from '../../services/runs/trigger-target.js';
import { builder } from '../builder.js';
import { RetryConfigInput } from '../jobs/retry-config.js';
import { runOptionArgs } from '../runs/run-options.js';
import { runMutation } from '../runs/schedule-execution.js';
import { creationKey, idempotencyKey } from '../types/idempotency-key.js';
import { byId, mutationOf } from '../types/mutation.js';
import { STABLE_KEY } from '../types/stable-key.js';
import { findPipeline, Pipeline } from './pipeline.js';
import { RunIf } from './run-if.js';

const LoopConditionInput = builder.inputType('LoopConditionInput', {
  description: 'Condition on the result of a loop’s step.',
  fields: (t) => ({
    ...t.fields('String!', { path: 'Path into the result, such as "review.approved" or "items[0].ok".' }),
    ...t.fields('JSON', {
      equals: 'Value that the result must have at that path. Required; null is a value.',
    }),
  }),
});

const StepLoopInput = builder.inputType('StepLoopInput', {
  description:
    'Repeats steps. When the step completes, the steps from `to` up to it run another turn while the condition holds, at most `maxTurns` turns in total.',
  fields: (t) => ({
    ...t.fields('ID!', {
      to: 'ID of the step at which each further turn starts: this step or one before it.',
    }),
    ...t.fields('Int!', { maxTurns: 'Maximum number of turns, including the first. From 1 to 1,000.' }),
    ...t.fields(LoopConditionInput, {
      while: 'Condition for another turn. Omit it to always run `maxTurns` turns.',
    }),
  }),
});

const PipelineStepInput = builder.inputType('PipelineStepInput', {
  description: 'A step of a pipeline.',
  fields: (t) => ({
    ...t.fields('ID!', {
      stepId: 'ID of the step, unique within the pipeline. 1 to 100 letters, digits, ".", "_" or "-".',
      agentId: 'ID of the agent that the step calls.',
    }),
    dependsOn: t.idList({
      description: 'IDs of the steps that must end before this one starts. Defaults to none.',
    }),
    ...t.fields('Boolean!', {
      parallel: 'Whether other steps of the context can run at the same time. If false, the step runs alone.',
    }),
    ...t.fields(RunIf, {
      runIf: 'Which outcomes of its dependencies the step requires. Defaults to `ALL_SUCCEEDED`.',
    }),
    ...t.fields('Duration', {
      dependencyTimeout:
        'How long the step waits for its dependencies, counted from the start of its context. Defaults to no limit.',
      timeout:
        'Time limit for one attempt, counted from its first send. Defaults to the schedule’s, otherwise the agent’s.',
      maxQueueTime:
        'How long a released job of the step may wait to start before it fails with `QUEUE_TIMEOUT`. Defaults to the schedule’s, otherwise the agent’s.',
    }),
    ...t.fields('JSON', {
      params:
        'Params merged over the schedule’s, key by key. Put data source strings in the schedule’s params, not here.',
      requirements:
        'Capabilities a worker needs, such as `{"region": "eu", "gpu": true}`. Merged by name over the agent’s and the schedule’s.',
    }),
    ...t.fields(RetryConfigInput, {
      retryConfig: 'Retry policy. Defaults to the schedule’s, otherwise the agent’s.',
    }),
    priority: t.int({
      description: 'Priority. Jobs with a higher number start first. Defaults to the schedule’s.',
    }),
    loop: t.field({ type: StepLoopInput, description: 'Loop that ends with this step. Defaults to none.' }),
  }),
});

/** An update requires none of these fields. Omitted fields keep their value. */
function pipelineInput(name: string, required: boolean) {
  return builder.inputType(name, {
    description: required
      ? 'A new pipeline.'
      : 'Changes to a pipeline. Omitted fields keep their value; null clears an optional field.',
    fields: (t) => ({
      key: t.string({ description: STABLE_KEY }),
      name: t.string({ required, description: 'Display name, 1 to 200 characters.' }),
      description: t.string({ description: 'What the pipeline is for. At most 10,000 characters.' }),
      steps: t.field({
        type: [PipelineStepInput],
        required,
        description:
          'Steps, in the order in which they start when several are ready. An update replaces all of them.',
      }),
      ...t.fields(RetryConfigInput, {
        retryConfig:
          'Restarts a failed context from its beginning, after the retries of its steps. Defaults to no restart.',
      }),
      enabled: t.boolean({
        ...(required && { defaultValue: true }),
        description: 'Whether the pipeline can run.',
      }),
    }),
  });
}

export const CreatePipelineInput = pipelineInput('CreatePipelineInput', true);
const UpdatePipelineInput = pipelineInput('UpdatePipelineInput', false);

const pipelineMutation = mutationOf(Pipeline, byId(findPipeline));

builder.mutationFields((t) => ({
  createPipeline: pipelineMutation(t, {
    by: 'admin',
    description: 'Creates a pipeline.',
    args: {
      input: t.arg({ type: CreatePipelineInput, required: true, description: 'The pipeline.' }),
      idempotencyKey: t.arg(creationKey),
    },
    run: (deps, actor, { input, ...once }) => createPipeline(deps, actor, input, once),
  }),
  updatePipeline: pipelineMutation(t, {
    by: 'admin',
    description:
      'Changes a pipeline. Omitted fields keep their value. Active runs keep the steps they started with.',
    args: {
      id: t.arg.id({ required: true, description: 'ID of the pipeline.' }),
      input: t.arg({ type: UpdatePipelineInput, required: true, description: 'The changes.' }),
    },
    run: updatePipeline,
  }),
  deletePipeline: pipelineMutation(t, {
    by: 'admin',
    description:
      'Deletes a pipeline and returns it as it was. Its history is kept, active runs continue, and schedules that run it are blocked.',
    args: { id: t.arg.id({ required: true, description: 'ID of the pipeline.' }) },
    returnsPrevious: true,
    run: deletePipeline,
  }),
  triggerPipeline: runMutation(t, {
    by: 'operator',
    description:
      'Runs a pipeline now, without a schedule. The run has one context for each combination of values from the data sources in `params`.',
    args: {
      id: t.arg.id({ required: true, description: 'ID of the pipeline.' }),
      ...t.arg.fields('JSON', { params: 'Params of the run, a JSON object. Defaults to an empty object.' }),
      ...runOptionArgs(t.arg, {
        priority: 'Steps with a priority of their own keep it. Defaults to 0.',
        others:
          'Steps with a value of their own keep it. Defaults to the agent’s, otherwise the one in the settings.',
      }),
      idempotencyKey: t.arg(idempotencyKey),
    },
    run: triggerPipeline,
  }),
}));
