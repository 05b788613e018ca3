import { jobsWithin } from '../access/within-scope.js';
import { builder } from '../builder.js';
import { connectionType, findConnection, NEWEST_FIRST, orderInput } from '../lists/connection.js';
import { itemById } from '../lists/item.js';
import type { Order } from '../lists/keyset.js';
import { findJobExecution, JobExecution } from './job-execution.js';
import { isFiltered, JobExecutionFilter, jobExecutionWhere, jobSearchScope } from './job-execution-filter.js';

const TABLE = 'AgentJobExecution';
export const JobExecutionConnection = connectionType(JobExecution);

/**
 * By creation of the job, which a retry does not change. In a pipeline run, the steps of a context
 * stay together.
 */
export const BY_JOB: Order = { column: 'jobId', direction: 'asc' };

export const jobExecutionOrder = orderInput('JobExecution', {
  CREATED_AT: { column: 'id', description: 'By time of creation of the attempt.' },
  JOB: {
    column: BY_JOB.column,
    description:
      'By time of creation of the job, which retries do not change. In a pipeline run, the steps of a context stay together.',
  },
});

builder.queryFields((t) => ({
  jobExecution: itemById(t, JobExecution, 'attempt', (context, info, id) =>
    findJobExecution(context, info, { id }),
  ),
  jobExecutions: t.field({
    type: JobExecutionConnection,
    description: 'Jobs, newest first by default.',
    args: {
      ...t.arg.connectionArgs(),
      filter: t.arg({
        type: JobExecutionFilter,
        description: 'Which jobs to return. Defaults to the newest attempt of every job.',
      }),
      orderBy: t.arg({ type: jobExecutionOrder.input, description: 'Sort order. Defaults to newest first.' }),
    },
    resolve: (_root, args, context, info) =>
      findConnection<typeof JobExecution.$inferType>(context, info, {
        delegate: context.prisma.agentJobExecution,
        args,
        order: jobExecutionOrder.orderOf(args.orderBy, NEWEST_FIRST),
        where: jobExecutionWhere(args.filter ?? {}),
        within: jobsWithin,
        history: { table: TABLE, isWhole: !isFiltered(args.filter) },
        search: jobSearchScope(args.filter ?? {}),
      }),
  }),
}));
