import { retryFailedJobs } from '../../services/jobs/retry-failed-jobs.js';
import { cancelScheduleExecution } from '../../services/runs/stop/cancel-schedule-execution.js';
import { triggerAgent } from '../../services/runs/trigger-target.js';
import { triggerSchedule } from '../../services/schedules/trigger-schedule.js';
import { builder } from '../builder.js';
import { bulkMutation, changeChosen, choiceArgs } from '../types/bulk.js';
import { idempotencyKey } from '../types/idempotency-key.js';
import { runOptionArgs } from './run-options.js';
import { runMutation } from './schedule-execution.js';
import { ScheduleExecutionFilter, scheduleExecutionWhere } from './schedule-execution-filter.js';

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
  cancelScheduleExecutions: bulkMutation(t, {
    by: 'operator',
    description:
      'Cancels runs that are pending or running, at most 10,000. Runs that have ended are not counted.',
    args: choiceArgs(t.arg, ScheduleExecutionFilter, 'Which runs to cancel.'),
    run(deps, actor, args, { prisma }) {
      const open = { runStatus: { in: ['pending', 'running'] } };
      const where = { AND: [scheduleExecutionWhere(args.filter ?? {}), open] };
      return changeChosen(prisma.scheduleExecution, args, where, (id) =>
        cancelScheduleExecution(deps, actor, { id }),
      );
    },
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
}));
