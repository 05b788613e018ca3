import { cancelJob, cancelJobs } from '../../services/jobs/cancel-jobs.js';
import { retryFailedJobs } from '../../services/jobs/retry-failed-jobs.js';
import { retryJob } from '../../services/jobs/retry-jobs.js';
import { cancelContext } from '../../services/pipelines/cancel-context.js';
import { rerunFrom } from '../../services/pipelines/rerun-from.js';
import { cancelScheduleExecution } from '../../services/runs/stop/cancel-schedule-execution.js';
import { triggerAgent } from '../../services/runs/trigger-target.js';
import { triggerSchedule } from '../../services/schedules/trigger-schedule.js';
import { builder } from '../builder.js';
import { findJobExecution, JobExecution } from '../jobs/job-execution.js';
import { bulkMutation, countArgs, requestOf } from '../types/bulk.js';
import { idempotencyKey } from '../types/idempotency-key.js';
import { mutationOf } from '../types/mutation.js';
import { runOptionArgs } from './run-options.js';
import { runMutation } from './schedule-execution.js';

const jobMutation = mutationOf(JobExecution, ({ jobId }: { jobId: string }, context, info) =>
  findJobExecution(context, info, { jobId, isLatest: true }),
);

builder.mutationFields((t) => ({
  triggerSchedule: runMutation(t, {
    by: 'operator',
    description:
      'Runs a schedule now, regardless of its timing. If its concurrency policy is `FORBID` and another of its runs is open, the result is a `ConflictError`. `QUEUE` and `REPLACE` apply to slots only: the run starts beside an open one.',
    args: {
      id: t.arg.id({ required: true, description: 'ID of the schedule.' }),
      ...t.arg.fields('JSON', { params: 'Params merged over the schedule’s, key by key. Defaults to none.' }),
      ...runOptionArgs(t.arg, {
        priority: 'Defaults to the schedule’s.',
        others: 'Defaults to the schedule’s.',
      }),
      idempotencyKey: t.arg(idempotencyKey),
    },
    run: triggerSchedule,
  }),
  triggerAgent: runMutation(t, {
    by: 'operator',
    description: 'Runs an agent now, without a schedule.',
    args: {
      agentId: t.arg.id({ required: true, description: 'ID of the agent.' }),
      ...t.arg.fields('JSON', {
        params:
          'Params of the run, a JSON object. Each data source string expands into many jobs. Defaults to an empty object.',
      }),
      ...runOptionArgs(t.arg, {
        priority: 'Defaults to 0.',
        others: 'Defaults to the agent’s, otherwise the one in the settings.',
      }),
      idempotencyKey: t.arg(idempotencyKey),
    },
    run: triggerAgent,
  }),
  cancelScheduleExecution: runMutation(t, {
    by: 'operator',
    description: 'Cancels a run: its waiting and running jobs end. Agents with a `cancelUrl` are notified.',
    args: { id: t.arg.id({ required: true, description: 'ID of the run.' }) },
    run: cancelScheduleExecution,
  }),
  cancelContext: runMutation(t, {
    by: 'operator',
    description:
      'Cancels the waiting and running jobs of one context of a pipeline run. Other contexts continue. A response that has already reached a worker counts.',
    args: {
      scheduleExecutionId: t.arg.id({ required: true, description: 'ID of the run.' }),
      contextId: t.arg.id({ required: true, description: 'ID of the context.' }),
    },
    run: cancelContext,
  }),
  cancelJob: jobMutation(t, {
    by: 'operator',
    description:
      'Cancels a job. In a pipeline, steps that need it are skipped; the others continue. A response that has already reached a worker counts.',
    args: { jobId: t.arg.id({ required: true, description: 'ID of the job.' }) },
    run: cancelJob,
  }),
  cancelJobs: bulkMutation(t, {
    by: 'operator',
    description: 'Cancels jobs, at most 10,000.',
    args: { jobIds: t.arg.idList({ required: true, description: 'IDs of the jobs.' }), ...countArgs(t.arg) },
    run: (deps, actor, args) => cancelJobs(deps, actor, { jobIds: args.jobIds, ...requestOf(args) }),
  }),
  retryJob: jobMutation(t, {
    by: 'operator',
    description:
      'Starts a new attempt of a failed or cancelled job and returns it. In a pipeline, steps that were skipped because of the job wait for it again.',
    args: { jobId: t.arg.id({ required: true, description: 'ID of the job.' }) },
    run: retryJob,
  }),
  retryFailedJobs: runMutation(t, {
    by: 'operator',
    description:
      'Starts a new attempt of every failed job of a run. In a pipeline, steps that were skipped because of a failed job wait for it again. Completed jobs are kept.',
    args: {
      scheduleExecutionId: t.arg.id({ required: true, description: 'ID of the run.' }),
      errorMessage: t.arg.string({
        description:
          'Retries only jobs that failed with this message, as given in `errorGroups`. Defaults to all failed jobs.',
      }),
    },
    run: retryFailedJobs,
  }),
  rerunFrom: runMutation(t, {
    by: 'operator',
    description:
      'Runs a step of one context and all later steps again, however they ended. Earlier steps are kept.',
    args: {
      scheduleExecutionId: t.arg.id({ required: true, description: 'ID of the run.' }),
      contextId: t.arg.id({ required: true, description: 'ID of the context.' }),
      stepId: t.arg.id({ required: true, description: 'ID of the step to start from.' }),
    },
    run: rerunFrom,
  }),
}));
