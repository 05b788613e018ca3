import { triggerAgent } from '../../services/agents/trigger-agent.js';
import { cancelJob, cancelJobs } from '../../services/jobs/cancel-jobs.js';
import { retryFailedJobs } from '../../services/jobs/retry-failed-jobs.js';
import { retryJob } from '../../services/jobs/retry-jobs.js';
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
    type: resultUnion(ScheduleExecution),
    description: 'Runs a schedule now, regardless of its timing.',
    authScopes: { operator: true },
    args: {
      id: t.arg.id({ required: true, description: 'ID of the schedule.' }),
      params: t.arg({
        type: 'JSON',
        description: 'Params merged over the schedule’s, key by key. Defaults to none.',
      }),
      ...runOptionArgs(t.arg, 'the schedule’s value'),
      idempotencyKey: t.arg(idempotencyKey),
    },
    resolve: (_root, args, context, info) =>
      answer(triggerSchedule(context.services, actorOf(context), args), ({ id }) =>
        findScheduleExecution(context, info, id),
      ),
  }),
  triggerAgent: t.field({
    type: resultUnion(ScheduleExecution),
    description: 'Runs an agent now, without a schedule.',
    authScopes: { operator: true },
    args: {
      agentId: t.arg.id({ required: true, description: 'ID of the agent.' }),
      params: t.arg({
        type: 'JSON',
        description:
          'Params of the run, a JSON object. Each data source string expands into many jobs. Defaults to an empty object.',
      }),
      ...runOptionArgs(t.arg, 'the agent’s value, otherwise the one in the settings'),
      idempotencyKey: t.arg(idempotencyKey),
    },
    resolve: (_root, args, context, info) =>
      answer(triggerAgent(context.services, actorOf(context), args), ({ id }) =>
        findScheduleExecution(context, info, id),
      ),
  }),
  cancelScheduleExecution: t.field({
    type: resultUnion(ScheduleExecution),
    description: 'Cancels a run: its waiting and running jobs end. Agents with a `cancelUrl` are notified.',
    authScopes: { operator: true },
    args: { id: t.arg.id({ required: true, description: 'ID of the run.' }) },
    resolve: (_root, { id }, context, info) =>
      answer(cancelScheduleExecution(context.services, actorOf(context), { id }), () =>
        findScheduleExecution(context, info, id),
      ),
  }),
  cancelContext: t.field({
    type: resultUnion(ScheduleExecution),
    description:
      'Cancels the waiting and running jobs of one context of a pipeline run. Other contexts continue.',
    authScopes: { operator: true },
    args: {
      scheduleExecutionId: t.arg.id({ required: true, description: 'ID of the run.' }),
      contextId: t.arg.id({ required: true, description: 'ID of the context.' }),
    },
    resolve: (_root, args, context, info) =>
      answer(cancelContext(context.services, actorOf(context), args), ({ id }) =>
        findScheduleExecution(context, info, id),
      ),
  }),
  cancelJob: t.field({
    type: resultUnion(JobExecution),
    description: 'Cancels a job. In a pipeline, steps that need it are skipped; the others continue.',
    authScopes: { operator: true },
    args: { jobId: t.arg.id({ required: true, description: 'ID of the job.' }) },
    resolve: (_root, { jobId }, context, info) =>
      answer(cancelJob(context.services, actorOf(context), { jobId }), () =>
        findJobExecution(context, info, { jobId, isLatest: true }),
      ),
  }),
  cancelJobs: t.field({
    type: resultUnion(BulkResult),
    description: 'Cancels jobs, at most 10,000.',
    authScopes: { operator: true },
    args: { jobIds: t.arg.idList({ required: true, description: 'IDs of the jobs.' }), ...countArgs(t.arg) },
    resolve: (_root, args, context) =>
      answer(
        cancelJobs(context.services, actorOf(context), { jobIds: args.jobIds, ...requestOf(args) }),
        (outcome) => outcome,
      ),
  }),
  retryJob: t.field({
    type: resultUnion(JobExecution),
    description:
      'Starts a new attempt of a failed or cancelled job and returns it. In a pipeline, steps that were skipped because of the job wait for it again.',
    authScopes: { operator: true },
    args: { jobId: t.arg.id({ required: true, description: 'ID of the job.' }) },
    resolve: (_root, { jobId }, context, info) =>
      answer(retryJob(context.services, actorOf(context), { jobId }), () =>
        findJobExecution(context, info, { jobId, isLatest: true }),
      ),
  }),
  retryFailedJobs: t.field({
    type: resultUnion(ScheduleExecution),
    description:
      'Starts a new attempt of every failed job of a run. In a pipeline, steps that were skipped because of a failed job wait for it again. Completed jobs are kept.',
    authScopes: { operator: true },
    args: {
      scheduleExecutionId: t.arg.id({ required: true, description: 'ID of the run.' }),
      errorMessage: t.arg.string({
        description:
          'Retries only jobs that failed with this message, as given in `errorGroups`. Defaults to all failed jobs.',
      }),
    },
    resolve: (_root, args, context, info) =>
      answer(retryFailedJobs(context.services, actorOf(context), args), ({ id }) =>
        findScheduleExecution(context, info, id),
      ),
  }),
  rerunFrom: t.field({
    type: resultUnion(ScheduleExecution),
    description:
      'Runs a step of one context and all later steps again, however they ended. Earlier steps are kept.',
    authScopes: { operator: true },
    args: {
      scheduleExecutionId: t.arg.id({ required: true, description: 'ID of the run.' }),
      contextId: t.arg.id({ required: true, description: 'ID of the context.' }),
      stepId: t.arg.id({ required: true, description: 'ID of the step to start from.' }),
    },
    resolve: (_root, args, context, info) =>
      answer(rerunFrom(context.services, actorOf(context), args), ({ id }) =>
        findScheduleExecution(context, info, id),
      ),
  }),
}));
