/** What went wrong in an execution, told once for each message. */
import { type ErrorGroup, groupFailedJobs } from '../../db/jobs/failed-jobs.js';
import { builder } from '../builder.js';
import { loadAt } from '../lists/reference.js';
import { ScheduleExecution } from '../runs/schedule-execution.js';

/** Failed jobs that are looked at: of one execution, or of all on a page together. */
const SAMPLE = 10_000;
const MIN_SAMPLE = 200;
const GROUPS = 50;

const ErrorGroupType = builder.objectRef<ErrorGroup>('ErrorGroup').implement({
  description: 'Jobs of an execution that failed for good, for the same reason.',
  fields: (t) => ({
    message: t.exposeString('message', { description: 'The beginning of it, at most 300 characters.' }),
    code: t.exposeString('code', { nullable: true }),
    count: t.exposeInt('count'),
    firstAt: t.expose('firstAt', { type: 'DateTime' }),
    lastAt: t.expose('lastAt', { type: 'DateTime' }),
    jobId: t.exposeID('jobId', { description: 'One of them.' }),
  }),
});

builder.prismaObjectField(ScheduleExecution, 'errorGroups', (t) =>
  t.field({
    type: [ErrorGroupType],
    description:
      'Of the jobs that failed for good, as they are now, by message, the largest groups first, at most 50; counted over the first 10 000 of them (fewer where many executions are asked for).',
    select: { id: true },
    resolve: ({ id }, _args, context, info) =>
      loadAt(context, info, id, async (ids) => {
        const sample = Math.max(MIN_SAMPLE, Math.floor(SAMPLE / ids.length));
        const groups = await groupFailedJobs(context.services.pool, ids, { sample, limit: GROUPS });
        return ids.map((executionId) => groups.get(executionId) ?? []);
      }),
  }),
);
