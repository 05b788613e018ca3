/**
 * The steps and dependencies of a pipeline run as they were when it began, with the number of
 * contexts in each state.
 */
import type { AttemptStatus } from '../../domain/job/states.js';
import {
  type PipelineGraphNode as NodeView,
  type PipelineGraphView,
  readPipelineGraphs,
} from '../../services/pipelines/read-pipeline-graphs.js';
import { Agent } from '../agents/agent.js';
import { builder } from '../builder.js';
import { loadAt, referenceIn } from '../lists/reference.js';
import { ScheduleExecution } from '../runs/schedule-execution.js';

const StepCounts = builder.objectRef<Record<AttemptStatus, number>>('StepCounts').implement({
  description:
    'Number of contexts in which a step is in each state, judged by its latest attempt in its latest turn.',
  fields: (t) => ({
    pending: t.exposeInt('pending', { description: 'Contexts in which the step is pending.' }),
    running: t.exposeInt('running', { description: 'Contexts in which the step is running.' }),
    completed: t.exposeInt('completed', { description: 'Contexts in which the step completed.' }),
    failed: t.exposeInt('failed', { description: 'Contexts in which the step failed.' }),
    deadLetter: t.exposeInt('dead_letter', { description: 'Contexts in which the step is a dead letter.' }),
    cancelled: t.exposeInt('cancelled', { description: 'Contexts in which the step was cancelled.' }),
    skipped: t.exposeInt('skipped', { description: 'Contexts in which the step was skipped.' }),
  }),
});

const GraphLoop = builder.objectRef<NonNullable<NodeView['loop']>>('PipelineGraphLoop').implement({
  description: 'A loop in the graph of a pipeline.',
  fields: (t) => ({
    to: t.exposeID('to', { description: 'ID of the step at which each further turn starts.' }),
    maxTurns: t.exposeInt('maxTurns', { description: 'Maximum number of turns, including the first.' }),
  }),
});

const GraphNode = builder.objectRef<NodeView>('PipelineGraphNode').implement({
  description: 'A step in the graph of a pipeline.',
  fields: (t) => ({
    stepId: t.exposeID('stepId', { description: 'ID of the step.' }),
    agentId: t.exposeID('agentId', { description: 'ID of the agent that the step calls.' }),
    agent: t.field({
      ...referenceIn('agentId', Agent, (prisma) => prisma.agentRegistry),
      description: 'The agent that the step calls. Null if it has been deleted.',
    }),
    ...t.exposed('Boolean!', { exclusive: 'Whether the step runs alone within its context.' }),
    loop: t.expose('loop', {
      type: GraphLoop,
      nullable: true,
      description: 'Loop that ends with this step. Null if there is none.',
    }),
    counts: t.expose('counts', {
      type: StepCounts,
      description: 'Number of contexts in each state of this step.',
    }),
  }),
});

const GraphEdge = builder.objectRef<PipelineGraphView['edges'][number]>('PipelineGraphEdge').implement({
  description: 'A dependency between two steps.',
  fields: (t) => ({
    from: t.exposeID('from', { description: 'ID of the step that must end first.' }),
    to: t.exposeID('to', { description: 'ID of the step that waits.' }),
  }),
});

const PipelineGraph = builder.objectRef<PipelineGraphView>('PipelineGraph').implement({
  description: 'Steps of a pipeline run and their dependencies.',
  fields: (t) => ({
    nodes: t.expose('nodes', { type: [GraphNode], description: 'Steps, in the order of the pipeline.' }),
    edges: t.expose('edges', { type: [GraphEdge], description: 'Dependencies between the steps.' }),
  }),
});

builder.prismaObjectField(ScheduleExecution, 'pipelineGraph', (t) =>
  t.field({
    type: PipelineGraph,
    nullable: true,
    description:
      'Steps of the pipeline, their dependencies, and the number of contexts in each state. Null if an agent was called or the context does not exist.',
    args: {
      contextId: t.arg.id({ description: 'Limits the counts to one context. Defaults to all contexts.' }),
    },
    resolve: ({ id }, { contextId }, context, info) =>
      loadAt(context, info, id, async (ids) => {
        const graphs = await readPipelineGraphs(context.services.pool, ids, contextId ?? null);
        return ids.map((executionId) => graphs.get(executionId) ?? null);
      }),
  }),
);
