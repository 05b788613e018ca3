/** Why a job does not run yet. */
import type { GraphQLResolveInfo } from 'graphql';
import type { Throttled } from '../../domain/agent/admission.js';
import type { Waiting } from '../../domain/job/explain-waiting.js';
import { readAgentLimits } from '../../services/agents/agent-limits.js';
import { explainWaitingJobs } from '../../services/jobs/explain-waiting-jobs.js';
import { builder } from '../builder.js';
import type { GraphQLContext } from '../context.js';
import { loadAt } from '../lists/reference.js';
import { JobReason } from '../types/codes.js';
import { JobWaitingReason } from './job-enums.js';
import { JobExecution } from './job-execution.js';

const JobWaiting = builder.objectRef<Waiting & { since: Date; until: Date | null }>('JobWaiting').implement({
  description: 'Why a pending job is not running yet.',
  fields: (t) => ({
    reason: t.expose('reason', { type: JobWaitingReason, description: 'What the job waits for.' }),
    message: t.exposeString('message', { description: 'What the job waits for, in plain words.' }),
    ...t.exposed('DateTime!', {
      since: 'Time the job was released; for a job that is not released yet, when it was created.',
    }),
    ...t.exposed('DateTime', {
      until: 'Time the job fails with `QUEUE_TIMEOUT` if it has not started. Null if waiting is not limited.',
    }),
  }),
});

/** The columns that are needed to find out. */
const WAITING = { id: true, status: true, reason: true, agentId: true, releasedAt: true } as const;
/** With the start and the end of the wait. */
const WAITING_SPAN = { ...WAITING, createdAt: true, maxQueueTime: true } as const;

builder.prismaObjectFields(JobExecution, (t) => ({
  reasonCode: t.field({
    type: JobReason.type,
    nullable: true,
    description: 'Why the job waits, was skipped or was cancelled. Null if none of these apply.',
    select: WAITING,
    resolve: async (job, _args, context, info) =>
      JobReason.read(job.reason ?? (await throttlingOfJob(job, context, info))?.reason ?? null),
  }),
  reason: t.string({
    nullable: true,
    description: 'Why the job waits, was skipped or was cancelled. Null if none of these apply.',
    deprecationReason: 'Use `reasonCode`, which is an enum.',
    select: WAITING,
    resolve: async (job, _args, context, info) =>
      job.reason ?? (await throttlingOfJob(job, context, info))?.reason ?? null,
  }),
  throttledUntil: t.field({
    type: 'DateTime',
    nullable: true,
    description:
      'Time a throttled job can be sent, if its agent’s circuit or rate limit makes it wait. Null if unknown or not throttled.',
    select: WAITING,
    resolve: async (job, _args, context, info) => (await throttlingOfJob(job, context, info))?.until ?? null,
  }),
  waitingFor: t.string({
    nullable: true,
    description: 'Why a pending job is not running yet, in plain words. Null for other states.',
    select: WAITING,
    resolve: async (job, _args, context, info) => (await waitingOfJob(job, context, info))?.message ?? null,
  }),
  waiting: t.field({
    type: JobWaiting,
    nullable: true,
    description: 'What a pending job waits for, since when, and until when. Null for other states.',
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
}));

interface WaitingJob {
  id: string;
  status: string;
  reason: string | null;
  agentId: string;
  releasedAt: Date | null;
}

/** How the agent's circuit or rate limit makes a due job wait. Null if neither does. */
async function throttlingOfJob(
  { status, reason, agentId, releasedAt }: WaitingJob,
  context: GraphQLContext,
  info: GraphQLResolveInfo,
): Promise<Throttled | null> {
  if (status !== 'pending' || reason !== null || releasedAt === null) return null;
  const limits = await loadAt(context, info, agentId, async (ids) => {
    const found = await readAgentLimits(context.services.pool, ids);
    return ids.map((id) => found.get(id));
  });
  return limits?.throttled && releasedAt <= limits.now ? limits.throttled : null;
}

/** What the job waits for. Null if it does not wait. */
async function waitingOfJob(
  { id, status }: Pick<WaitingJob, 'id' | 'status'>,
  context: GraphQLContext,
  info: GraphQLResolveInfo,
): Promise<Waiting | null> {
  if (status !== 'pending') return null;
  return loadAt(context, info, id, async (ids) => {
    const explained = await explainWaitingJobs(context.services.pool, ids);
    return ids.map((jobId) => explained.get(jobId) ?? null);
  });
}
