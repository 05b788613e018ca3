/** The jobs that a worker is sending. */
import { builder } from '../builder.js';
import { JobExecution } from '../jobs/job-execution.js';
import { loadAllBy } from '../lists/reference.js';
import { Worker } from './worker.js';

builder.prismaObjectField(Worker, 'jobs', (t) =>
  t.field({
    type: [JobExecution],
    description:
      'Attempts that the worker is sending and that are neither answered nor accepted, oldest first. Never more than its `concurrency`.',
    resolve: ({ id }, _args, context, info) =>
      loadAllBy<typeof JobExecution.$inferType>(context, info, {
        delegate: context.prisma.agentJobExecution,
        column: 'workerId',
        value: id,
        where: { status: 'running', acceptedAt: null },
        orderBy: { id: 'asc' },
      }),
  }),
);
