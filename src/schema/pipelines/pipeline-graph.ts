/** The pipeline of an execution, to be drawn: how it was when it began, with how far its contexts are. */
import type { AttemptStatus } from '../../domain/job/states.js';
import {
  type PipelineGraphNode as NodeView,
  type PipelineGraphView,
  readPipelineGraphs,
} from '../../services/pipelines/read-pipeline-graphs.js';
import { Agent } from '../agents/agent.js';
import { builder } from '../builder.js';
import { loadAt, loadById } from '../lists/reference.js';
import { ScheduleExecution } from '../runs/schedule-execution.js';

const StepCounts = builder.objectRef<Record<AttemptStatus, number>>('StepCounts').implement({
  description:
    'In how many contexts a step is in each status now; in each, its latest attempt of its latest turn counts.',
  fields: (t) => ({
    pending: t.exposeInt('pending'),
    running: t.exposeInt('running'),
    completed: t.exposeInt('completed'),
    failed: t.exposeInt('failed'),
    deadLetter: t.exposeInt('dead_letter'),
    cancelled: t.exposeInt('cancelled'),
    skipped: t.exposeInt('skipped'),
  }),
});

const GraphLoop = builder.objectRef<NonNullable<NodeView['loop']>>('PipelineGraphLoop').implement({
  fields: (t) => ({
    to: t.exposeID('to', { description: 'The step at which the next turn begins.' }),
    maxTurns: t.exposeInt('maxTurns'),
  }),
});

const GraphNode = builder.objectRef<NodeView>('PipelineGraphNode').implement({
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
    exclusive: t.exposeBoolean('exclusive', { description: 'Runs alone within its context.' }),
    loop: t.expose('loop', { type: GraphLoop, nullable: true }),
    counts: t.expose('counts', { type: StepCounts }),
  }),
});

const GraphEdge = builder.objectRef<PipelineGraphView['edges'][number]>('PipelineGraphEdge').implement({
  fields: (t) => ({
    from: t.exposeID('from'),
    to: t.exposeID('to', { description: 'The step that waits.' }),
  }),
});

const PipelineGraph = builder.objectRef<PipelineGraphView>('PipelineGraph').implement({
  fields: (t) => ({
    nodes: t.expose('nodes', { type: [GraphNode], description: 'In the order of the pipeline.' }),
    edges: t.expose('edges', { type: [GraphEdge] }),
  }),
});

builder.prismaObjectField(ScheduleExecution, 'pipelineGraph', (t) =>
  t.field({
    type: PipelineGraph,
    nullable: true,
    description: 'Over all contexts, or of one. Null when an agent was called, or there is no such context.',
    args: { contextId: t.arg.id() },
    resolve: ({ id }, { contextId }, context, info) =>
      loadAt(context, info, id, async (ids) => {
        const graphs = await readPipelineGraphs(context.services.pool, ids, contextId ?? null);
        return ids.map((executionId) => graphs.get(executionId) ?? null);
      }),
  }),
);
