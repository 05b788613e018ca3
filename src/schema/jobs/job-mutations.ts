import { cancelJob, cancelJobs } from '../../services/jobs/cancel-jobs.js';
import { retryJob, retryJobs } from '../../services/jobs/retry-jobs.js';
import { builder } from '../builder.js';
import { bulkMutation, countArgs, requestOf } from '../types/bulk.js';
import { mutationOf } from '../types/mutation.js';
import { findJobExecution, JobExecution } from './job-execution.js';

const jobMutation = mutationOf(JobExecution, ({ jobId }: { jobId: string }, context, info) =>
  findJobExecution(context, info, { jobId, isLatest: true }),
);

builder.mutationFields((t) => ({
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
  retryJobs: bulkMutation(t, {
    by: 'operator',
    description: 'Starts a new attempt of each of these jobs, at most 10,000. See `retryJob`.',
    args: { jobIds: t.arg.idList({ required: true, description: 'IDs of the jobs.' }), ...countArgs(t.arg) },
    run: (deps, actor, args) => retryJobs(deps, actor, { jobIds: args.jobIds, ...requestOf(args) }),
  }),
}));
