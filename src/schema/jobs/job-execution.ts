import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import { loadRunHeartbeats } from '../../db/agents/load-heartbeats.js';
import { LIMITS } from '../../domain/limits.js';
import { requirementsOf } from '../../domain/worker/requirements.js';
import { Agent } from '../agents/agent.js';
import { builder } from '../builder.js';
import type { GraphQLContext } from '../context.js';
import { loadAllBy, loadAt, reference } from '../lists/reference.js';
import { Node } from '../types/node.js';
import { Heartbeat, lastWithin } from './heartbeat.js';
import { JobStatus } from './job-enums.js';

export const JobExecution = builder.prismaObject('AgentJobExecution', {
  name: 'JobExecution',
  description:
    'One attempt of a job: one call of an agent. Its ID is the `executionId` that the agent receives.',
  interfaces: [Node],
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the attempt.' }),
    jobId: t.exposeID('jobId', { description: 'ID of the job, shared by all its attempts.' }),
    ...t.exposed('Int!', {
      retryCount: 'Number of earlier attempts of the job. 0 for the first attempt.',
      turn: 'Turn of the loop that the step belongs to, counted from 0.',
      contextRetry: 'Number of times the whole context had been restarted before this attempt.',
      priority: 'Priority. Jobs with a higher number start first.',
      batchIndex: 'Index of the batch in the run, counted from 0.',
      redeliveries: 'Number of times the same attempt was sent again because its worker crashed.',
    }),
    ...t.exposed('Boolean!', {
      isLatest: 'Whether this is the newest attempt of the job.',
    }),
    ...t.exposed('ID', {
      supersedes: 'ID of the attempt that this one follows as a retry or rerun. Null for the first attempt.',
      scheduleId: 'ID of the schedule. Null if the run was triggered without one.',
      pipelineId: 'ID of the pipeline. Null if the agent is called directly.',
      pipelineStepId: 'ID of the pipeline step. Null if the agent is called directly.',
      contextId:
        'ID of the context, shared by all steps for one combination of expanded values. Null if the agent is called directly.',
      workerId: 'ID of the worker that sends or sent the attempt. Null if none has yet.',
    }),
    agentId: t.exposeID('agentId', { description: 'ID of the agent.' }),
    ...t.exposed('String', { agentVersion: 'Version of the agent that is called. Null if unknown.' }),
    agent: t.field({
      ...reference('agentId', Agent, (prisma) => prisma.agentRegistry),
      description: 'The agent. Null if it has been deleted.',
    }),
    scheduleExecutionId: t.exposeID('scheduleExecutionId', { description: 'ID of the run.' }),
    ...t.exposed(JobStatus, { status: 'State of the attempt.' }),
    requirements: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'Capabilities a worker needs, by name, merged from agent, schedule and step. Null if there are none.',
      select: { requirements: true },
      resolve: ({ requirements }) => requirementsOf(requirements),
    }),
    ...t.exposed('[ID!]!', { dependencies: 'IDs of the jobs that must end before this one starts.' }),
    ...t.exposed('DateTime', {
      dependencyDeadlineAt: 'Until when the job waits for its dependencies. Null if not limited.',
      enqueuedAt: 'Time the job was released. Null if it is not released yet.',
      startedAt: 'Time the attempt was first sent. Null if it has not been sent.',
      acceptedAt: 'Time the agent accepted the attempt, to report its end later. Null if it did not.',
      completedAt: 'Time the attempt ended. Null if it has not ended.',
      deadlineAt:
        'Time the attempt fails if it has not ended. Progress reports extend it. Null if it has not started.',
      progressAt: 'Time of the agent’s last progress report. Null if there was none.',
      retryAt: 'Time this attempt can start, if it is a retry that waits for its delay. Null otherwise.',
    }),
    ...t.exposed('Int', {
      durationMs:
        'Duration of the attempt, in milliseconds. Null if it has not ended, or ended before it was sent.',
    }),
    traceId: t.exposeString('traceId', { description: 'W3C trace ID of the run.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time the attempt was created.' }),
    heartbeats: t.field({
      type: [Heartbeat],
      description: 'Progress reports of this attempt, by callback or SQL, oldest first.',
      args: {
        last: t.arg.int({
          defaultValue: 20,
          description: `How many heartbeats to return, from 1 to ${LIMITS.heartbeatsKept}.`,
        }),
      },
      select: { id: true },
      resolve: ({ id }, { last }, context, info) => {
        const wanted = lastWithin(last);
        return loadAt(context, info, id, (ids) => loadRunHeartbeats(context.services.pool, ids, wanted));
      },
    }),
    ...t.exposed('Duration', {
      maxQueueTime: 'How long the job may wait to start after its release. Null if not limited.',
    }),
  }),
});

builder.prismaObjectField(JobExecution, 'attempts', (t) =>
  t.field({
    type: [JobExecution],
    description: 'All attempts of this job, oldest first.',
    select: { jobId: true },
    resolve: ({ jobId }, _args, context, info) =>
      loadAllBy<typeof JobExecution.$inferType>(context, info, {
        delegate: context.prisma.agentJobExecution,
        column: 'jobId',
        value: jobId,
        orderBy: { retryCount: 'asc' },
      }),
  }),
);

/** Reads an attempt with the fields that the operation selects. Null if it does not exist. */
export function findJobExecution(
  context: GraphQLContext,
  info: GraphQLResolveInfo,
  where: { id: string } | { jobId: string; isLatest: true },
) {
  const query = queryFromInfo({ context, info, typeName: 'JobExecution' });
  return context.prisma.agentJobExecution.findFirst({ ...query, where });
}
