import { triggerAgent } from '../../services/agents/trigger-agent.js';
import { cancelJob } from '../../services/jobs/cancel-job.js';
import { cancelJobs } from '../../services/jobs/cancel-jobs.js';
import { retryFailedJobs } from '../../services/jobs/retry-failed-jobs.js';
import { retryJob } from '../../services/jobs/retry-job.js';
import { cancelContext } from '../../services/pipelines/cancel-context.js';
import { rerunFrom } from '../../services/pipelines/rerun-from.js';
import { cancelScheduleExecution } from '../../services/runs/cancel-schedule-execution.js';
import { triggerSchedule } from '../../services/schedules/trigger-schedule.js';
import { builder } from '../builder.js';
import { actorOf } from '../context.js';
import { findJobExecution, JobExecution } from '../jobs/job-execution.js';
import { BulkResult, countArgs, requestOf } from '../types/bulk.js';
import { answer, resultUnion } from '../types/errors.js';
import { idempotencyKey } from '../types/idempotency-key.js';
import { runOptionArgs } from './run-options.js';
import { findScheduleExecution, ScheduleExecution } from './schedule-execution.js';

builder.mutationFields((t) => ({
  triggerSchedule: t.field({
    type: resultUnion('TriggerSchedule', ScheduleExecution),
    description: 'Runs a schedule now, whatever its time. `params` are laid over its own.',
    authScopes: { operator: true },
    args: {
      id: t.arg.id({ required: true }),
      params: t.arg({ type: 'JSON' }),
      ...runOptionArgs(t.arg, 'the schedule’s'),
      idempotencyKey: t.arg(idempotencyKey),
    },
    resolve: (_root, args, context, info) =>
      answer(triggerSchedule(context.services, actorOf(context), args), ({ id }) =>
        findScheduleExecution(context, info, id),
      ),
  }),
  triggerAgent: t.field({
    type: resultUnion('TriggerAgent', ScheduleExecution),
    description: 'Runs an agent now, without a schedule.',
    authScopes: { operator: true },
    args: {
      agentId: t.arg.id({ required: true }),
      params: t.arg({ type: 'JSON' }),
      ...runOptionArgs(t.arg, 'the agent’s, or the default'),
      idempotencyKey: t.arg(idempotencyKey),
    },
    resolve: (_root, args, context, info) =>
      answer(triggerAgent(context.services, actorOf(context), args), ({ id }) =>
        findScheduleExecution(context, info, id),
      ),
  }),
  cancelScheduleExecution: t.field({
    type: resultUnion('CancelScheduleExecution', ScheduleExecution),
    description: 'Ends what waits and what runs; agents with a cancelUrl are told.',
    authScopes: { operator: true },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context, info) =>
      answer(cancelScheduleExecution(context.services, actorOf(context), { id }), () =>
        findScheduleExecution(context, info, id),
      ),
  }),
  cancelContext: t.field({
    type: resultUnion('CancelContext', ScheduleExecution),
    description: 'Ends what waits and what runs in one context of a pipeline; the others go on.',
    authScopes: { operator: true },
    args: { scheduleExecutionId: t.arg.id({ required: true }), contextId: t.arg.id({ required: true }) },
    resolve: (_root, args, context, info) =>
      answer(cancelContext(context.services, actorOf(context), args), ({ id }) =>
        findScheduleExecution(context, info, id),
      ),
  }),
  cancelJob: t.field({
    type: resultUnion('CancelJob', JobExecution),
    description: 'Of a pipeline, steps that need it are skipped, and others go on.',
    authScopes: { operator: true },
    args: { jobId: t.arg.id({ required: true }) },
    resolve: (_root, { jobId }, context, info) =>
      answer(cancelJob(context.services, actorOf(context), { jobId }), () =>
        findJobExecution(context, info, { jobId, isLatest: true }),
      ),
  }),
  cancelJobs: t.field({
    type: resultUnion('CancelJobs', BulkResult),
    description: 'Ends each of these jobs, at most 10 000, as cancelJob does.',
    authScopes: { operator: true },
    args: { jobIds: t.arg.idList({ required: true }), ...countArgs(t.arg) },
    resolve: (_root, args, context) =>
      answer(
        cancelJobs(context.services, actorOf(context), { jobIds: args.jobIds, ...requestOf(args) }),
        (outcome) => outcome,
      ),
  }),
  retryJob: t.field({
    type: resultUnion('RetryJob', JobExecution),
    description:
      'A new attempt at a job that failed or was cancelled; returns that attempt. Of a pipeline, steps that were skipped because of it wait for it again.',
    authScopes: { operator: true },
    args: { jobId: t.arg.id({ required: true }) },
    resolve: (_root, { jobId }, context, info) =>
      answer(retryJob(context.services, actorOf(context), { jobId }), () =>
        findJobExecution(context, info, { jobId, isLatest: true }),
      ),
  }),
  retryFailedJobs: t.field({
    type: resultUnion('RetryFailedJobs', ScheduleExecution),
    description:
      'A new attempt at every job of the execution that failed. Of a pipeline, steps that were skipped because of one wait for it again; what succeeded is kept.',
    authScopes: { operator: true },
    args: {
      scheduleExecutionId: t.arg.id({ required: true }),
      errorMessage: t.arg.string({ description: 'Only of one of its errorGroups, by the message.' }),
    },
    resolve: (_root, args, context, info) =>
      answer(retryFailedJobs(context.services, actorOf(context), args), ({ id }) =>
        findScheduleExecution(context, info, id),
      ),
  }),
  rerunFrom: t.field({
    type: resultUnion('RerunFrom', ScheduleExecution),
    description:
      'Runs a step of one context again, and all steps that come after it, however they ended; what came before is kept.',
    authScopes: { operator: true },
    args: {
      scheduleExecutionId: t.arg.id({ required: true }),
      contextId: t.arg.id({ required: true }),
      stepId: t.arg.id({ required: true }),
    },
    resolve: (_root, args, context, info) =>
      answer(rerunFrom(context.services, actorOf(context), args), ({ id }) =>
        findScheduleExecution(context, info, id),
      ),
  }),
}));
