import type { Prisma } from '../../db/generated/client.js';
import {
  pipelineStepSchema,
  type StepLoop as StoredLoop,
  type PipelineStep as StoredStep,
} from '../../domain/pipeline/pipeline.js';
import { CREATOR_NAME } from '../access/token-name.js';
import { Agent } from '../agents/agent.js';
import { builder } from '../builder.js';
import { RetryConfig, readRetryConfig } from '../jobs/retry-config.js';
import { conditionsOf, containing } from '../lists/conditions.js';
import { connectionType, orderInput } from '../lists/connection.js';
import { finderOf, itemByIdOrKey } from '../lists/item.js';
import { listField } from '../lists/list-field.js';
import { referenceIn } from '../lists/reference.js';
import { Node } from '../types/node.js';
import { MANAGED_BY, STABLE_KEY } from '../types/stable-key.js';
import { RunIf } from './run-if.js';

const LoopCondition = builder.objectRef<NonNullable<StoredLoop['while']>>('LoopCondition').implement({
  description: 'Condition on the result of a loop’s step.',
  fields: (t) => ({
    ...t.exposed('String!', { path: 'Path into the result, such as "review.approved" or "items[0].ok".' }),
    ...t.exposed('JSON', { equals: 'Value that the result must have at that path. Null is a value.' }),
  }),
});

const StepLoop = builder.objectRef<StoredLoop>('StepLoop').implement({
  description:
    'Repeats steps. When the step completes, the steps from `to` up to it run another turn while the condition holds, at most `maxTurns` turns in total.',
  fields: (t) => ({
    to: t.exposeID('to', { description: 'ID of the step at which each further turn starts.' }),
    maxTurns: t.exposeInt('maxTurns', { description: 'Maximum number of turns, including the first.' }),
    while: t.field({
      type: LoopCondition,
      nullable: true,
      description: 'Condition for another turn. Null if the loop always runs `maxTurns` turns.',
      resolve: (loop) => loop.while,
    }),
  }),
});

const PipelineStep = builder.objectRef<StoredStep>('PipelineStep').implement({
  description: 'A step of a pipeline. It calls an agent once in each context.',
  fields: (t) => ({
    stepId: t.exposeID('stepId', { description: 'ID of the step, unique within the pipeline.' }),
    agentId: t.exposeID('agentId', { description: 'ID of the agent that the step calls.' }),
    agent: t.field({
      ...referenceIn('agentId', Agent, (prisma) => prisma.agentRegistry),
      description: 'The agent that the step calls. Null if it has been deleted.',
    }),
    ...t.exposed('[ID!]!', { dependsOn: 'IDs of the steps that must end before this one starts.' }),
    ...t.exposed('Boolean!', {
      parallel: 'Whether other steps of the context can run at the same time. If false, the step runs alone.',
    }),
    runIf: t.expose('runIf', {
      type: RunIf,
      description: 'Which outcomes of its dependencies the step requires.',
    }),
    ...t.exposed('Duration', {
      dependencyTimeout:
        'How long the step waits for its dependencies, counted from the start of its context. Null if not limited.',
      timeout:
        'Time limit for one attempt, counted from its first send. Null to use the schedule’s, otherwise the agent’s.',
      maxQueueTime:
        'How long a released job of the step may wait to start. Null to use the schedule’s, otherwise the agent’s.',
    }),
    ...t.exposed('JSON!', { params: 'Params merged over the schedule’s, key by key.' }),
    retryConfig: t.expose('retryConfig', {
      type: RetryConfig,
      nullable: true,
      description: 'Retry policy. Null to use the schedule’s, otherwise the agent’s.',
    }),
    ...t.exposed('Int', {
      priority: 'Priority. Jobs with a higher number start first. Null to use the schedule’s.',
    }),
    ...t.exposed('JSON', {
      requirements:
        'Capabilities a worker needs, merged by name over the agent’s and the schedule’s. Null if there are none.',
    }),
    loop: t.expose('loop', {
      type: StepLoop,
      nullable: true,
      description: 'Loop that ends with this step. Null if there is none.',
    }),
  }),
});

/** The stored steps. Entries that were written by SQL and are not valid steps are left out. */
function readSteps(stored: unknown): StoredStep[] {
  return Array.isArray(stored) ? stored.flatMap((step) => pipelineStepSchema.safeParse(step).data ?? []) : [];
}

export const Pipeline = builder.prismaObject('Pipeline', {
  description:
    'Steps that call agents and depend on each other. A run has one context for each combination of expanded values.',
  interfaces: [Node],
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the pipeline.' }),
    ...t.exposed('String', {
      key: STABLE_KEY,
      description: 'What the pipeline is for. Null if not set.',
      managedBy: MANAGED_BY,
    }),
    name: t.exposeString('name', { description: 'Display name.' }),
    steps: t.field({
      type: [PipelineStep],
      description: 'Steps, in the order in which they start when several are ready.',
      select: { steps: true },
      resolve: ({ steps }) => readSteps(steps),
    }),
    retryConfig: t.field({
      type: RetryConfig,
      nullable: true,
      description:
        'Restarts a failed context from its beginning, after the retries of its steps. Null if failed contexts are not restarted.',
      select: { retryConfig: true },
      resolve: ({ retryConfig }) => readRetryConfig(retryConfig),
    }),
    enabled: t.exposeBoolean('enabled', { description: 'Whether the pipeline can run.' }),
    ...t.exposed('DateTime!', {
      createdAt: 'Time the pipeline was created.',
      updatedAt: 'Time the pipeline was last changed.',
    }),
    createdBy: t.exposeString('createdBy', {
      description: 'ID of the API token or person that created the pipeline.',
    }),
    createdByName: t.string(CREATOR_NAME),
  }),
});

/** Reads a pipeline with the fields that the operation selects. Null if it does not exist. */
export const findPipeline = finderOf(Pipeline, (prisma) => prisma.pipeline);

const PipelineFilter = builder.inputType('PipelineFilter', {
  description: 'Selects pipelines. All given conditions must match.',
  fields: (t) => ({
    key: t.string({ description: 'Only the pipeline with this key.' }),
    search: t.string({
      description: 'Text contained in the name or description, ignoring case; or a full ID.',
    }),
    enabled: t.boolean({ description: 'Only pipelines that are enabled (true) or disabled (false).' }),
    agentId: t.id({ description: 'Only pipelines with a step that calls this agent.' }),
  }),
});

function pipelineWhere(filter: typeof PipelineFilter.$inferInput): Prisma.PipelineWhereInput {
  const { search, agentId } = filter;
  const part = search ? containing(search) : undefined;
  return {
    ...conditionsOf(filter, ['key', 'enabled']),
    ...(agentId != null && { steps: { array_contains: [{ agentId }] } }),
    ...(part && { OR: [{ id: search as string }, { name: part }, { description: part }] }),
  };
}

const order = orderInput('Pipeline', {
  CREATED_AT: { column: 'id', description: 'By time of creation.' },
  NAME: { column: 'name', ignoresCase: true, description: 'By name, ignoring case.' },
});

builder.queryFields((t) => ({
  pipeline: itemByIdOrKey(t, Pipeline, 'pipeline', findPipeline),
  pipelines: listField(t, connectionType(Pipeline), {
    description: 'Pipelines, newest first by default.',
    filter: PipelineFilter,
    which: 'Which pipelines to return. Defaults to all.',
    order,
    rows: (filter, { prisma }) => ({ delegate: prisma.pipeline, where: pipelineWhere(filter) }),
  }),
}));
