import { createPipeline } from '../../services/pipelines/create-pipeline.js';
import { deletePipeline } from '../../services/pipelines/delete-pipeline.js';
import { triggerPipeline } from '../../services/pipelines/trigger-pipeline.js';
import { updatePipeline } from '../../services/pipelines/update-pipeline.js';
import { builder } from '../builder.js';
import { actorOf } from '../context.js';
import { RetryConfigInput } from '../jobs/retry-config.js';
import { runOptionArgs } from '../runs/run-options.js';
import { findScheduleExecution, ScheduleExecution } from '../runs/schedule-execution.js';
import { RunIf } from '../types/enums.js';
import { answer, resultUnion } from '../types/errors.js';
import { creationKey, idempotencyKey } from '../types/idempotency-key.js';
import { STABLE_KEY } from '../types/stable-key.js';
import { findPipeline, Pipeline } from './pipeline.js';

const LoopConditionInput = builder.inputType('LoopConditionInput', {
  fields: (t) => ({
    path: t.string({
      required: true,
      description: 'Into the result of the loop’s step, e.g. "review.approved" or "items[0].ok".',
    }),
    equals: t.field({ type: 'JSON', description: 'To be given; null is a value.' }),
  }),
});

const StepLoopInput = builder.inputType('StepLoopInput', {
  fields: (t) => ({
    to: t.id({
      required: true,
      description: 'Where another turn begins: a step before this one, or this one.',
    }),
    maxTurns: t.int({ required: true, description: 'The first one included; at most 1000.' }),
    while: t.field({
      type: LoopConditionInput,
      description: 'Leave it out to run `maxTurns` turns whatever the result is.',
    }),
  }),
});

const PipelineStepInput = builder.inputType('PipelineStepInput', {
  fields: (t) => ({
    stepId: t.id({
      required: true,
      description: 'Names it within the pipeline: letters, digits, ".", "_", "-".',
    }),
    agentId: t.id({ required: true }),
    dependsOn: t.idList({ description: 'Steps that end before this one is judged.' }),
    parallel: t.boolean({ required: true, description: 'false: it runs alone within its context.' }),
    runIf: t.field({ type: RunIf, description: 'Default ALL_SUCCEEDED.' }),
    dependencyTimeout: t.field({
      type: 'Duration',
      description:
        'How long it waits for its dependencies, from the start of its context; default: as long as they take.',
    }),
    params: t.field({
      type: 'JSON',
      description: 'Laid over the schedule’s, key by key. Data sources belong in those.',
    }),
    retryConfig: t.field({
      type: RetryConfigInput,
      description: "Default: the schedule's, else the agent's.",
    }),
    timeout: t.field({
      type: 'Duration',
      description: "For one attempt; default: the schedule's, else the agent's.",
    }),
    maxQueueTime: t.field({
      type: 'Duration',
      description:
        "How long it may wait for its turn after its release; then it fails with QUEUE_TIMEOUT. Default: the schedule's, else the agent's.",
    }),
    priority: t.int({ description: "Higher first; default: the schedule's." }),
    requirements: t.field({
      type: 'JSON',
      description:
        'What a worker must be able to do, e.g. {"region": "eu", "gpu": true}; laid over the schedule’s and the agent’s.',
    }),
    loop: t.field({ type: StepLoopInput }),
  }),
});

/** Of an update all of it is optional, and what is left out stays as it is. */
function pipelineInput(name: string, required: boolean) {
  return builder.inputType(name, {
    fields: (t) => ({
      key: t.string({ description: STABLE_KEY }),
      name: t.string({ required }),
      description: t.string(),
      steps: t.field({
        type: [PipelineStepInput],
        required,
        description: 'In the order in which ready ones start; replaced as a whole.',
      }),
      retryConfig: t.field({
        type: RetryConfigInput,
        description: 'Repeats a failed context from its beginning; default: it stays failed.',
      }),
      enabled: t.boolean(required ? { defaultValue: true } : {}),
    }),
  });
}

export const CreatePipelineInput = pipelineInput('CreatePipelineInput', true);
const UpdatePipelineInput = pipelineInput('UpdatePipelineInput', false);

builder.mutationFields((t) => ({
  createPipeline: t.field({
    type: resultUnion('CreatePipeline', Pipeline),
    authScopes: { admin: true },
    args: { input: t.arg({ type: CreatePipelineInput, required: true }), idempotencyKey: t.arg(creationKey) },
    resolve: (_root, { input, ...once }, context, info) =>
      answer(createPipeline(context.services, actorOf(context), input, once), ({ id }) =>
        findPipeline(context, info, id),
      ),
  }),
  updatePipeline: t.field({
    type: resultUnion('UpdatePipeline', Pipeline),
    description: 'What is left out stays as it is. What runs already goes on with the steps it began with.',
    authScopes: { admin: true },
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: UpdatePipelineInput, required: true }) },
    resolve: (_root, { id, input }, context, info) =>
      answer(updatePipeline(context.services, actorOf(context), { id, input }), () =>
        findPipeline(context, info, id),
      ),
  }),
  deletePipeline: t.field({
    type: resultUnion('DeletePipeline', Pipeline),
    description:
      'Returns the pipeline as it was. Its history stays, what runs goes on, and schedules of it are flagged.',
    authScopes: { admin: true },
    args: { id: t.arg.id({ required: true }) },
    async resolve(_root, { id }, context, info) {
      const pipeline = await findPipeline(context, info, id);
      return answer(deletePipeline(context.services, actorOf(context), { id }), () => pipeline);
    },
  }),
  triggerPipeline: t.field({
    type: resultUnion('TriggerPipeline', ScheduleExecution),
    description:
      'Runs a pipeline now, without a schedule: one context for each value of the data sources in `params`.',
    authScopes: { operator: true },
    args: {
      id: t.arg.id({ required: true }),
      params: t.arg({ type: 'JSON' }),
      ...runOptionArgs(t.arg, 'the step’s, the agent’s or the default'),
      idempotencyKey: t.arg(idempotencyKey),
    },
    resolve: (_root, args, context, info) =>
      answer(triggerPipeline(context.services, actorOf(context), args), ({ id }) =>
        findScheduleExecution(context, info, id),
      ),
  }),
}));
