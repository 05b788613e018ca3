/** The errors of a run, grouped by message. */
import { type ErrorGroup, groupFailedJobs } from '../../db/jobs/find/failed-jobs.js';
import { builder } from '../builder.js';
import { loadAt } from '../lists/reference.js';
import { ScheduleExecution } from '../runs/schedule-execution.js';

/** How many failed jobs are examined: of one run, or of all runs on a page together. */
const SAMPLE = 10_000;
const MIN_SAMPLE = 200;
const GROUPS = 50;

const ErrorGroupType = builder.objectRef<ErrorGroup>('ErrorGroup').implement({
  description: 'Failed jobs of a run with the same error.',
  fields: (t) => ({
    message: t.exposeString('message', { description: 'First 300 characters of the error message.' }),
    code: t.exposeString('code', { nullable: true, description: 'Error code. Null if there is none.' }),
    count: t.exposeInt('count', { description: 'Number of jobs.' }),
    firstAt: t.expose('firstAt', { type: 'DateTime', description: 'Time of the first failure.' }),
    lastAt: t.expose('lastAt', { type: 'DateTime', description: 'Time of the last failure.' }),
    jobId: t.exposeID('jobId', { description: 'ID of one of the jobs.' }),
  }),
});

builder.prismaObjectField(ScheduleExecution, 'errorGroups', (t) =>
  t.field({
    type: [ErrorGroupType],
    description:
      'Errors of the failed jobs, grouped by message, largest groups first. At most 50 groups, counted over the first 10,000 failed jobs (fewer if many runs are requested at once).',
    select: { id: true },
    resolve: ({ id }, _args, context, info) =>
      loadAt(context, info, id, async (ids) => {
        const sample = Math.max(MIN_SAMPLE, Math.floor(SAMPLE / ids.length));
        const groups = await groupFailedJobs(context.services.pool, ids, { sample, limit: GROUPS });
        return ids.map((executionId) => groups.get(executionId) ?? []);
      }),
  }),
);
