import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import { loadRunHeartbeats } from '../../db/agents/load-heartbeats.js';
import type { Waiting } from '../../domain/job/explain-waiting.js';
import { LIMITS } from '../../domain/limits.js';
import { requirementsOf } from '../../domain/worker/requirements.js';
import { Agent } from '../agents/agent.js';
import { builder } from '../builder.js';
import type { GraphQLContext } from '../context.js';
import { connectionType, findConnection, NEWEST_FIRST, orderInput } from '../lists/connection.js';
import type { Order } from '../lists/keyset.js';
import { loadAllBy, loadAt, loadById } from '../lists/reference.js';
import { JobStatus, JobWaitingReason } from '../types/enums.js';
import { Heartbeat, lastWithin } from './heartbeat.js';
import { isFiltered, JobExecutionFilter, jobExecutionWhere, jobSearchScope } from './job-execution-filter.js';
import { parkedOfJob, WAITING, WAITING_SPAN, waitingOfJob } from './job-waiting.js';
import { CutValue, cutColumns, loadJson, loadText } from './large-values.js';

interface StoredJobError {
  message?: unknown;
  code?: unknown;
  retryable?: unknown;
  stack?: unknown;
  timestamp?: unknown;
}

const JobError = builder.objectRef<StoredJobError>('JobError').implement({
  description:
    'Why an attempt failed. Agents write it by SQL too, so everything but the message may be missing.',
  fields: (t) => ({
    message: t.string({
      resolve: (error) => (typeof error.message === 'string' ? error.message : JSON.stringify(error)),
    }),
    code: t.string({ nullable: true, resolve: ({ code }) => (code == null ? null : String(code)) }),
    retryable: t.boolean({ resolve: ({ retryable }) => retryable === true }),
    stack: t.string({
      nullable: true,
      description: 'The stack trace that the agent sent. Null for viewers.',
      authScopes: { operator: true },
      unauthorizedResolver: () => null,
      resolve: ({ stack }) => (typeof stack === 'string' ? stack : null),
    }),
    timestamp: t.field({
      type: 'DateTime',
      nullable: true,
      resolve({ timestamp }) {
        const at = typeof timestamp === 'string' ? new Date(timestamp) : undefined;
        return at && !Number.isNaN(at.getTime()) ? at : null;
      },
    }),
  }),
});

const TABLE = 'AgentJobExecution';
const LARGE_JSON = 'In a list, {"truncated": true, "bytes": …} when it is long: see truncatedFields.';

function readError(error: unknown): StoredJobError | null {
  if (error instanceof CutValue)
    return { message: `The error is ${error.bytes} bytes long: read the job to see it.` };
  return typeof error === 'object' ? (error as StoredJobError | null) : { message: error };
}
const JobWaiting = builder.objectRef<Waiting & { since: Date; until: Date | null }>('JobWaiting').implement({
  description: 'Why a pending job does not run yet.',
  fields: (t) => ({
    reason: t.expose('reason', { type: JobWaitingReason }),
    message: t.exposeString('message', { description: 'In words, for people.' }),
    since: t.expose('since', {
      type: 'DateTime',
      description: 'When its turn came; of a job that is not released yet, when it was created.',
    }),
    until: t.expose('until', {
      type: 'DateTime',
      nullable: true,
      description:
        'When it fails with QUEUE_TIMEOUT, unless it has started (maxQueueTime). Null: it may wait as long as it takes.',
    }),
  }),
});

export const JobExecution = builder.prismaObject('AgentJobExecution', {
  name: 'JobExecution',
  description: 'One attempt at one job: one call of an agent. Its id is the executionId that the agent sees.',
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    jobId: t.exposeID('jobId', { description: 'The job: the same for all its attempts.' }),
    retryCount: t.exposeInt('retryCount', { description: '0 for the first attempt.' }),
    isLatest: t.exposeBoolean('isLatest'),
    supersedes: t.exposeID('supersedes', {
      nullable: true,
      description: 'The attempt that this one follows: as a retry, or when the step runs again.',
    }),
    agentId: t.exposeID('agentId'),
    agentVersion: t.exposeString('agentVersion', { nullable: true }),
    agent: t.field({
      type: Agent,
      nullable: true,
      description: 'Null when it has been deleted since.',
      select: { agentId: true },
      resolve: ({ agentId }, _args, context, info) =>
        loadById<typeof Agent.$inferType>(context, info, context.prisma.agentRegistry, agentId),
    }),
    scheduleId: t.exposeID('scheduleId', { nullable: true }),
    scheduleExecutionId: t.exposeID('scheduleExecutionId'),
    pipelineId: t.exposeID('pipelineId', { nullable: true }),
    pipelineStepId: t.exposeID('pipelineStepId', { nullable: true }),
    contextId: t.exposeID('contextId', {
      nullable: true,
      description: 'Of a pipeline: what all steps for one combination of expanded values have in common.',
    }),
    turn: t.exposeInt('turn', { description: 'Of a loop: 0 for the first.' }),
    contextRetry: t.exposeInt('contextRetry', {
      description: 'How often the whole context had been begun anew by then.',
    }),
    status: t.field({
      type: JobStatus,
      select: { status: true },
      resolve: ({ status }) => status as typeof JobStatus.$inferType,
    }),
    priority: t.exposeInt('priority'),
    requirements: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'What a worker must be able to do to run it, by name: of agent, schedule and step together.',
      select: { requirements: true },
      resolve: ({ requirements }) => requirementsOf(requirements),
    }),
    workerId: t.exposeID('workerId', { nullable: true, description: 'Who sends it, or has sent it.' }),
    batchIndex: t.exposeInt('batchIndex', { description: 'Of its execution’s batches, from 0.' }),
    params: t.field({
      type: 'JSON',
      description: LARGE_JSON,
      resolve: ({ id }, _args, context, info) => loadJson(context, info, [TABLE, 'params', id]),
    }),
    result: t.field({
      type: 'JSON',
      nullable: true,
      description: LARGE_JSON,
      resolve: ({ id }, _args, context, info) => loadJson(context, info, [TABLE, 'result', id]),
    }),
    error: t.field({
      type: JobError,
      nullable: true,
      resolve: ({ id }, _args, context, info) => loadJson(context, info, [TABLE, 'error', id], readError),
    }),
    metrics: t.field({
      type: 'JSON',
      nullable: true,
      description: LARGE_JSON,
      resolve: ({ id }, _args, context, info) => loadJson(context, info, [TABLE, 'metrics', id]),
    }),
    truncatedFields: t.stringList({
      description: `Fields whose values are longer than ${LIMITS.listedValueBytes / 1_024} KiB and therefore left out of this list. jobExecution(id) returns them whole.`,
      resolve: ({ id }, _args, context, info) => cutColumns(context, info, TABLE, id),
    }),
    dependencies: t.exposeIDList('dependencies', { description: 'Jobs that had to end first.' }),
    dependencyDeadlineAt: t.expose('dependencyDeadlineAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Until when it waits for them.',
    }),
    statusCode: t.exposeInt('statusCode', { nullable: true, description: "Of the agent's HTTP answer." }),
    durationMs: t.exposeInt('durationMs', { nullable: true }),
    responseBody: t.string({
      nullable: true,
      description: 'In a list, null when it is long: see truncatedFields.',
      resolve: ({ id }, _args, context, info) => loadText(context, info, [TABLE, 'responseBody', id]),
    }),
    responseTruncated: t.exposeBoolean('responseTruncated'),
    resultInvalid: t.exposeBoolean('resultInvalid', {
      description: 'The result was written by SQL and does not fit the outputSchema.',
    }),
    traceId: t.exposeString('traceId'),
    enqueuedAt: t.expose('enqueuedAt', { type: 'DateTime', nullable: true }),
    startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true }),
    acceptedAt: t.expose('acceptedAt', { type: 'DateTime', nullable: true }),
    completedAt: t.expose('completedAt', { type: 'DateTime', nullable: true }),
    deadlineAt: t.expose('deadlineAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it has taken too long; progress moves it.',
    }),
    progressAt: t.expose('progressAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When its agent last told of it.',
    }),
    redeliveries: t.exposeInt('redeliveries', {
      description: 'How often it was sent again, the same attempt, because its worker had died.',
    }),
    retryAt: t.expose('retryAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    reason: t.string({
      nullable: true,
      description:
        'Why it waits, was skipped or cancelled, e.g. "operator", "dependency_failed", "circuit_open", "rate_limited" or "no_matching_worker".',
      select: WAITING,
      resolve: async (job, _args, context, info) =>
        job.reason ?? (await parkedOfJob(job, context, info))?.reason ?? null,
    }),
    parkedUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Of a job that its agent’s circuit or rate limit holds back: when the next may go. Null: that is not known, or it is not held back.',
      select: WAITING,
      resolve: async (job, _args, context, info) => (await parkedOfJob(job, context, info))?.until ?? null,
    }),
    waitingFor: t.string({
      nullable: true,
      description: 'Of a pending job: why it does not run yet, in words.',
      select: WAITING,
      resolve: async (job, _args, context, info) => (await waitingOfJob(job, context, info))?.message ?? null,
    }),
    heartbeats: t.field({
      type: [Heartbeat],
      description: 'Signs of life of this run, the oldest first: its progress reports, by callback or SQL.',
      args: { last: t.arg.int({ defaultValue: 20, description: `At most ${LIMITS.heartbeatsKept}.` }) },
      select: { id: true },
      resolve: ({ id }, { last }, context, info) => {
        const wanted = lastWithin(last);
        return loadAt(context, info, id, (ids) => loadRunHeartbeats(context.services.pool, ids, wanted));
      },
    }),
    waiting: t.field({
      type: JobWaiting,
      nullable: true,
      description: 'Of a pending job: what it waits for, since when, and for how long it may.',
      select: WAITING_SPAN,
      async resolve(job, _args, context, info) {
        const waiting = await waitingOfJob(job, context, info);
        if (!waiting) return null;
        const { releasedAt, createdAt, maxQueueTime } = job;
        const isQueued = releasedAt !== null && waiting.reason !== 'retry_delay';
        const until = releasedAt && maxQueueTime !== null ? releasedAt.getTime() + maxQueueTime : null;
        return {
          ...waiting,
          since: isQueued ? releasedAt : createdAt,
          until: until === null ? null : new Date(until),
        };
      },
    }),
    maxQueueTime: t.expose('maxQueueTime', {
      type: 'Duration',
      nullable: true,
      description: 'How long it may wait for its turn after its release. Null: as long as it takes.',
    }),
  }),
});

builder.prismaObjectField(JobExecution, 'attempts', (t) =>
  t.field({
    type: [JobExecution],
    description: 'All attempts at this job, the first one first.',
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

export const JobExecutionConnection = connectionType(JobExecution);

/** Reads an attempt with what the operation asks of it; null: there is none. */
export function findJobExecution(
  context: GraphQLContext,
  info: GraphQLResolveInfo,
  where: { id: string } | { jobId: string; isLatest: true },
) {
  const query = queryFromInfo({ context, info, typeName: 'JobExecution' });
  return context.prisma.agentJobExecution.findFirst({ ...query, where });
}

/** The order in which jobs came to be, which a retry keeps; of a pipeline, the steps of a context stand together. */
export const BY_JOB: Order = { column: 'jobId', direction: 'asc' };

export const jobExecutionOrder = orderInput('JobExecution', {
  CREATED_AT: { column: 'id' },
  JOB: { column: BY_JOB.column },
});

builder.queryFields((t) => ({
  jobExecution: t.field({
    type: JobExecution,
    nullable: true,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context, info) => findJobExecution(context, info, { id }),
  }),
  jobExecutions: t.field({
    type: JobExecutionConnection,
    description: 'The newest first.',
    args: {
      ...t.arg.connectionArgs(),
      filter: t.arg({ type: JobExecutionFilter }),
      orderBy: t.arg({ type: jobExecutionOrder.input }),
    },
    resolve: (_root, args, context, info) =>
      findConnection<typeof JobExecution.$inferType>(context, info, {
        delegate: context.prisma.agentJobExecution,
        args,
        order: jobExecutionOrder.orderOf(args.orderBy, NEWEST_FIRST),
        where: jobExecutionWhere(args.filter ?? {}),
        history: { table: TABLE, isWhole: !isFiltered(args.filter) },
        search: jobSearchScope(args.filter ?? {}),
      }),
  }),
}));
