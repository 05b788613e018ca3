/** The jobs of a run: their batches, the list, counts by state, and the cursors of the pages. */
import { countJobStatuses, type JobCount } from '../../db/jobs/find/count-job-statuses.js';
import { findJobPages } from '../../db/jobs/find/find-job-pages.js';
import { builder } from '../builder.js';
import { JobStatus } from '../jobs/job-enums.js';
import {
  isFiltered,
  JobExecutionFilter,
  type JobExecutionFilterInput,
  jobExecutionWhere,
  uniqueColumn,
} from '../jobs/job-execution-filter.js';
import {
  BY_JOB,
  JobExecutionConnection,
  jobExecutionOrder as jobOrder,
} from '../jobs/job-execution-queries.js';
import { countRelated, nestedPage, oldestFirst } from '../lists/connection.js';
import { cursorOf, MAX_PAGE_SIZE, type Order, toConnection } from '../lists/keyset.js';
import { loadAt } from '../lists/reference.js';
import { codedError } from '../types/coded-error.js';
import { ScheduleExecution } from './schedule-execution.js';

const JobCountType = builder.objectRef<JobCount>('JobCount').implement({
  description: 'Number of jobs in one state.',
  fields: (t) => ({
    status: t.expose('status', { type: JobStatus, description: 'The state.' }),
    count: t.exposeInt('count', { description: 'Number of jobs.' }),
  }),
});

const OLDEST_FIRST = oldestFirst('JobExecution');

function orderOf({
  orderBy,
  filter,
}: {
  orderBy?: typeof jobOrder.input.$inferInput | null | undefined;
  filter?: JobExecutionFilterInput | null | undefined;
}): Order {
  const order = jobOrder.orderOf(orderBy, OLDEST_FIRST);
  return { ...order, unique: order.column === uniqueColumn(filter) };
}

interface JobPages {
  totalCount: number;
  ends: string[];
}

const JobPagesType = builder.objectRef<JobPages>('JobPages').implement({
  description: 'Where the pages of a list of jobs end.',
  fields: (t) => ({
    totalCount: t.exposeInt('totalCount', { description: 'Total number of jobs.' }),
    ends: t.exposeStringList('ends', {
      description:
        'Cursor of the last job of each full page. `jobs(after: ends[n - 1], orderBy: { field: JOB })` returns page n, counted from 0.',
    }),
  }),
});

/** The filter conditions that apply within one run. */
const PAGED_BY = ['status', 'agentId', 'pipelineStepId', 'contextId', 'search', 'latestAttempt'];

builder.prismaObjectFields(ScheduleExecution, (t) => ({
  jobsEnqueued: t.exposeInt('jobsEnqueued', { description: 'Number of jobs released so far.' }),
  batches: t.exposeInt('batches', {
    description: 'Number of batches the jobs are divided into. 0 before expansion.',
  }),
  batchesBegun: t.int({
    description: 'Number of batches started.',
    select: { batchCursor: true },
    resolve: ({ batchCursor }) => batchCursor + 1,
  }),
  ...t.exposed('DateTime', {
    nextBatchAt: 'Time the next batch starts. Null if it waits for the preceding batch or there is none.',
    expandedAt: 'Time the jobs were created. Null before expansion.',
  }),
  jobs: t.field({
    type: JobExecutionConnection,
    description: 'Jobs of the run, oldest first by default.',
    args: {
      ...t.arg.connectionArgs(),
      filter: t.arg({ type: JobExecutionFilter, description: 'Which jobs to return. Defaults to all.' }),
      orderBy: t.arg({ type: jobOrder.input, description: 'Sort order. Defaults to oldest first.' }),
    },
    select: (args, _context, nestedSelection) =>
      ({
        jobsCreated: true,
        jobs: nestedSelection(nestedPage(args, orderOf(args), jobExecutionWhere(args.filter ?? {})), [
          'edges',
          'node',
        ]),
      }) as { jobsCreated: true; jobs: true },
    resolve: (execution, args, context, info) =>
      toConnection(execution.jobs, args, orderOf(args), async () =>
        isFiltered(args.filter)
          ? countRelated(context, info, {
              delegate: context.prisma.agentJobExecution,
              column: 'scheduleExecutionId',
              value: execution.id,
              where: jobExecutionWhere(args.filter ?? {}),
            })
          : execution.jobsCreated,
      ),
  }),
  jobCounts: t.field({
    type: [JobCountType],
    description: 'Number of jobs in each state, by their latest attempts.',
    select: { id: true },
    resolve: ({ id }, _args, context, info) =>
      loadAt(context, info, id, async (ids) => {
        const counts = await countJobStatuses(context.services.pool, ids);
        return ids.map((executionId) => counts.get(executionId) ?? []);
      }),
  }),
  jobPages: t.field({
    type: JobPagesType,
    description: 'Where the pages of the run’s jobs end, sorted by `JOB`. Lets a client jump to any page.',
    args: {
      size: t.arg.int({ defaultValue: MAX_PAGE_SIZE, description: 'Jobs per page, from 10 to 100.' }),
      ...t.arg.fields(JobExecutionFilter, {
        filter:
          'Which jobs to count. Supports `status`, `agentId`, `pipelineStepId`, `contextId` and `search`.',
      }),
    },
    select: { id: true },
    async resolve({ id }, { size, filter }, context, info) {
      const jobsEach = size ?? MAX_PAGE_SIZE;
      if (jobsEach < 10 || jobsEach > MAX_PAGE_SIZE)
        throw codedError('BAD_USER_INPUT', `"size" is ${jobsEach}. It must be from 10 to ${MAX_PAGE_SIZE}.`);
      const other = Object.entries(filter ?? {}).find(
        ([name, value]) => value != null && (!PAGED_BY.includes(name) || value === false),
      );
      if (other) throw codedError('BAD_USER_INPUT', `"filter.${other[0]}" is not supported by jobPages.`);
      const { totalCount, ends } = await loadAt(context, info, id, async (ids) => {
        const pages = await findJobPages(context.services.pool, ids, filter ?? {}, jobsEach);
        return ids.map((executionId) => pages.get(executionId) ?? { totalCount: 0, ends: [] });
      });
      return { totalCount, ends: ends.map((end) => cursorOf(end, BY_JOB)) };
    },
  }),
}));
