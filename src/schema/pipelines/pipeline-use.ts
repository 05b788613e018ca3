/** The schedules that run a pipeline and its newest run, in a fixed number of statements per page. */
import { findLastRuns } from '../../db/runs/find-last-runs.js';
import { builder } from '../builder.js';
import { countBy, loadFound } from '../lists/reference.js';
import { ScheduleExecution } from '../runs/schedule-execution.js';
import { Pipeline } from './pipeline.js';

builder.prismaObjectFields(Pipeline, (t) => ({
  scheduleCount: t.int({
    description: 'Number of schedules that run the pipeline, including disabled ones.',
    select: { id: true },
    resolve: ({ id }, _args, context, info) =>
      countBy(context, info, {
        delegate: context.prisma.schedule,
        column: 'pipelineId',
        value: id,
        where: {},
      }),
  }),
  lastExecution: t.field({
    type: ScheduleExecution,
    nullable: true,
    description: 'The newest run, including skipped slots. Null if there is none.',
    select: { id: true },
    resolve: ({ id }, _args, context, info) =>
      loadFound<typeof ScheduleExecution.$inferType>(context, info, context.prisma.scheduleExecution, {
        key: id,
        find: findLastRuns,
      }),
  }),
}));
