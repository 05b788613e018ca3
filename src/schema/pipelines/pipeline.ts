import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import type { Prisma } from '../../db/generated/client.js';
import {
  pipelineStepSchema,
  type StepLoop as StoredLoop,
  type PipelineStep as StoredStep,
} from '../../domain/pipeline/pipeline.js';
import { TOKEN_NAME, tokenName } from '../access/token-name.js';
import { Agent } from '../agents/agent.js';
import { builder } from '../builder.js';
import type { GraphQLContext } from '../context.js';
import { RetryConfig, readRetryConfig } from '../jobs/retry-config.js';
import { connectionType, findConnection, NEWEST_FIRST, orderInput } from '../lists/connection.js';
import { loadById } from '../lists/reference.js';
import { RunIf } from '../types/enums.js';
import { byIdOrKey, STABLE_KEY } from '../types/stable-key.js';

const LoopCondition = builder.objectRef<NonNullable<StoredLoop['while']>>('LoopCondition').implement({
  fields: (t) => ({
    path: t.exposeString('path', {
      description: 'Into the result of the loop’s step, e.g. "review.approved" or "items[0].ok".',
    }),
    equals: t.expose('equals', { type: 'JSON', nullable: true }),
  }),
});

const StepLoop = builder.objectRef<StoredLoop>('StepLoop').implement({
  description:
    'Once the step has completed, the steps from `to` up to it run another turn while the condition holds, or until `maxTurns`.',
  fields: (t) => ({
    to: t.exposeID('to'),
    maxTurns: t.exposeInt('maxTurns', { description: 'The first one included.' }),
    while: t.field({
      type: LoopCondition,
      nullable: true,
      description: 'Null: the loop always runs `maxTurns` turns.',
      resolve: (loop) => loop.while,
    }),
  }),
});

const PipelineStep = builder.objectRef<StoredStep>('PipelineStep').implement({
  description: 'One call of an agent in each context.',
  fields: (t) => ({
    stepId: t.exposeID('stepId'),
    agentId: t.exposeID('agentId'),
    agent: t.field({
      type: Agent,
      nullable: true,
      description: 'Null when it has been deleted since.',
      resolve: ({ agentId }, _args, context, info) =>
        loadById<typeof Agent.$inferType>(context, info, context.prisma.agentRegistry, agentId),
    }),
    dependsOn: t.exposeIDList('dependsOn', { description: 'Steps that end before this one is judged.' }),
    parallel: t.exposeBoolean('parallel', { description: 'false: it runs alone within its context.' }),
    runIf: t.expose('runIf', { type: RunIf }),
    dependencyTimeout: t.expose('dependencyTimeout', {
      type: 'Duration',
      nullable: true,
      description:
        'How long it waits for its dependencies, from the start of its context; null: as long as they take.',
    }),
    params: t.expose('params', { type: 'JSON', description: 'Laid over the schedule’s, key by key.' }),
    retryConfig: t.expose('retryConfig', {
      type: RetryConfig,
      nullable: true,
      description: 'Null: the schedule’s, else the agent’s.',
    }),
    timeout: t.expose('timeout', {
      type: 'Duration',
      nullable: true,
      description: 'For one attempt, from its first send; null: the schedule’s, else the agent’s.',
    }),
    maxQueueTime: t.expose('maxQueueTime', {
      type: 'Duration',
      nullable: true,
      description:
        'How long it may wait for its turn after its release; null: the schedule’s, else the agent’s.',
    }),
    priority: t.exposeInt('priority', { nullable: true, description: 'Null: the schedule’s.' }),
    requirements: t.expose('requirements', {
      type: 'JSON',
      nullable: true,
      description: 'Of a worker, laid over the schedule’s and the agent’s name by name.',
    }),
    loop: t.expose('loop', { type: StepLoop, nullable: true }),
  }),
});

/** As stored; what somebody wrote by SQL and is no step is left out. */
function readSteps(stored: unknown): StoredStep[] {
  return Array.isArray(stored) ? stored.flatMap((step) => pipelineStepSchema.safeParse(step).data ?? []) : [];
}

export const Pipeline = builder.prismaObject('Pipeline', {
  description:
    'Agents that depend on each other, run once for each combination of expanded values: a context.',
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    key: t.exposeString('key', { nullable: true, description: STABLE_KEY }),
    name: t.exposeString('name'),
    description: t.exposeString('description', { nullable: true }),
    steps: t.field({
      type: [PipelineStep],
      select: { steps: true },
      resolve: ({ steps }) => readSteps(steps),
    }),
    retryConfig: t.field({
      type: RetryConfig,
      nullable: true,
      description: 'Repeats a failed context from its beginning, after the retries of its steps.',
      select: { retryConfig: true },
      resolve: ({ retryConfig }) => readRetryConfig(retryConfig),
    }),
    enabled: t.exposeBoolean('enabled'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    createdBy: t.exposeString('createdBy'),
    createdByName: t.string({
      ...TOKEN_NAME,
      select: { createdBy: true },
      resolve: ({ createdBy }, _args, context, info) => tokenName(context, info, createdBy),
    }),
  }),
});

/** Reads a pipeline with what the operation asks of it; null: there is none. */
export function findPipeline(
  context: GraphQLContext,
  info: GraphQLResolveInfo,
  where: string | { id: string } | { key: string },
) {
  const { select } = queryFromInfo({ context, info, typeName: 'Pipeline', select: { id: true } });
  return context.prisma.pipeline.findUnique({
    select,
    where: typeof where === 'string' ? { id: where } : where,
  });
}

const PipelineFilter = builder.inputType('PipelineFilter', {
  description: 'All that are given must hold.',
  fields: (t) => ({
    key: t.string(),
    search: t.string({ description: 'Part of the name or description, in any case; or the id.' }),
    enabled: t.boolean(),
    agentId: t.id({ description: 'One of its steps calls this agent.' }),
  }),
});

function pipelineWhere(filter: typeof PipelineFilter.$inferInput): Prisma.PipelineWhereInput {
  const { key, search, enabled, agentId } = filter;
  const part = search ? ({ contains: search, mode: 'insensitive' } as const) : undefined;
  return {
    ...(key != null && { key }),
    ...(enabled != null && { enabled }),
    ...(agentId != null && { steps: { array_contains: [{ agentId }] } }),
    ...(part && { OR: [{ id: search as string }, { name: part }, { description: part }] }),
  };
}

const PipelineConnection = connectionType(Pipeline);
const order = orderInput('Pipeline', { CREATED_AT: { column: 'id' }, NAME: { column: 'name' } });

builder.queryFields((t) => ({
  pipeline: t.field({
    type: Pipeline,
    nullable: true,
    description: 'By its id or by its key.',
    args: { id: t.arg.id(), key: t.arg.string() },
    resolve: (_root, args, context, info) => findPipeline(context, info, byIdOrKey(args)),
  }),
  pipelines: t.field({
    type: PipelineConnection,
    description: 'The newest first.',
    args: {
      ...t.arg.connectionArgs(),
      filter: t.arg({ type: PipelineFilter }),
      orderBy: t.arg({ type: order.input }),
    },
    resolve: (_root, args, context, info) =>
      findConnection<typeof Pipeline.$inferType>(context, info, {
        delegate: context.prisma.pipeline,
        args,
        order: order.orderOf(args.orderBy, NEWEST_FIRST),
        where: pipelineWhere(args.filter ?? {}),
      }),
  }),
}));
