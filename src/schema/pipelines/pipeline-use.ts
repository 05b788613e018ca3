/** The schedules that run a pipeline and its newest run, in a fixed number of statements per page. */
import { queryFromInfo } from '@pothos/plugin-prisma';
import { findLastRuns } from '../../db/runs/find-last-runs.js';
import { builder } from '../builder.js';
import { countBy, loadAt } from '../lists/reference.js';
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
    resolve: ({ id }, _args, context, info) => {
      const query = queryFromInfo({ context, info, select: { id: true } });
      return loadAt(context, info, id, async (pipelineIds) => {
        const last = await findLastRuns(context.services.pool, pipelineIds);
        const executions = await context.prisma.scheduleExecution.findMany({
          ...query,
          where: { id: { in: [...last.values()] } },
        });
        const byId = new Map(executions.map((execution) => [execution.id, execution]));
        return pipelineIds.map((pipelineId) => byId.get(last.get(pipelineId) ?? '') ?? null);
      });
    },
  }),
}));
