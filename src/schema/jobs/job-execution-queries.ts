import { jobsWithin } from '../access/within-scope.js';
import { builder } from '../builder.js';
import { connectionType, orderInput } from '../lists/connection.js';
import { itemById } from '../lists/item.js';
import type { Order } from '../lists/keyset.js';
import { listField } from '../lists/list-field.js';
import { findJobExecution, JobExecution } from './job-execution.js';
import {
  isFiltered,
  JobExecutionFilter,
  jobExecutionWhere,
  jobSearchScope,
  uniqueColumn,
} from './job-execution-filter.js';

export const JobExecutionConnection = connectionType(JobExecution);

/**
 * By creation of the job, which a retry does not change. In a pipeline run, the steps of a context
 * stay together.
 */
export const BY_JOB: Order = { of: 'JobExecution', column: 'jobId', direction: 'asc' };

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
  jobExecutions: listField(t, JobExecutionConnection, {
    description: 'Jobs, newest first by default.',
    filter: JobExecutionFilter,
    which: 'Which jobs to return. Defaults to the newest attempt of every job.',
    order: jobExecutionOrder,
    rows: (filter, { prisma }) => ({
      delegate: prisma.agentJobExecution,
      where: jobExecutionWhere(filter),
      unique: uniqueColumn(filter),
      within: jobsWithin,
      history: { table: 'AgentJobExecution', isWhole: !isFiltered(filter) },
      search: jobSearchScope(filter),
    }),
  }),
}));
