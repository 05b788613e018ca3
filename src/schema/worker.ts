import { builder } from './builder.js';
import { connectionType, findConnection, NEWEST_FIRST } from './connection.js';
import { WorkerState } from './enums.js';

const Worker = builder.prismaObject('Worker', {
  description: 'A scheduler process.',
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    host: t.exposeString('host'),
    pid: t.exposeInt('pid'),
    version: t.exposeString('version'),
    concurrency: t.exposeInt('concurrency', { description: 'Requests to agents at once, at most.' }),
    capabilities: t.expose('capabilities', { type: 'JSON' }),
    state: t.field({
      type: WorkerState,
      select: { state: true },
      resolve: ({ state }) => state as typeof WorkerState.$inferType,
    }),
    activeJobs: t.exposeInt('activeJobs'),
    leaseExpiresAt: t.expose('leaseExpiresAt', { type: 'DateTime' }),
    startedAt: t.expose('startedAt', { type: 'DateTime' }),
    heartbeatAt: t.expose('heartbeatAt', { type: 'DateTime' }),
    stoppedAt: t.expose('stoppedAt', { type: 'DateTime', nullable: true }),
  }),
});

const WorkerFilter = builder.inputType('WorkerFilter', {
  fields: (t) => ({ state: t.field({ type: [WorkerState], description: 'One of these.' }) }),
});

const WorkerConnection = connectionType(Worker);

builder.queryField('workers', (t) =>
  t.field({
    type: WorkerConnection,
    description: 'The newest first, dead ones included.',
    args: { ...t.arg.connectionArgs(), filter: t.arg({ type: WorkerFilter }) },
    resolve: (_root, args, context, info) =>
      findConnection<typeof Worker.$inferType>(context, info, {
        delegate: context.prisma.worker,
        args,
        order: NEWEST_FIRST,
        where: args.filter?.state ? { state: { in: args.filter.state } } : {},
      }),
  }),
);
