/** The objects an attempt belongs to, and what was sent with it. */

import { loadUpstream } from '../../db/pipelines/load-upstream.js';
import { builder } from '../builder.js';
import { loadAt, reference } from '../lists/reference.js';
import { ScheduleExecution } from '../runs/schedule-execution.js';
import { JobExecution } from './job-execution.js';

builder.prismaObjectFields(JobExecution, (t) => ({
  scheduleExecution: t.field({
    ...reference('scheduleExecutionId', ScheduleExecution, (prisma) => prisma.scheduleExecution),
    description: 'The run. Null if it has been deleted.',
  }),
  upstream: t.field({
    type: 'JSON',
    nullable: true,
    description:
      'Status and result of the steps this one depends on, by step ID, as sent to the agent. Null if it depends on none.',
    select: { id: true, dependencies: true },
    resolve: ({ id, dependencies }, _args, context, info) =>
      dependencies.length === 0
        ? null
        : loadAt(context, info, id, async (ids) => {
            const found = await loadUpstream(context.services.pool, ids);
            return found.map((results) =>
              Object.fromEntries(
                results.map(({ stepId, status, result, cut, executionId }) => [
                  stepId,
                  cut ? { status, result: null, executionId } : { status, result },
                ]),
              ),
            );
          }),
  }),
}));
