import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import { drainWorker } from '../../services/workers/drain-worker.js';
import { builder } from '../builder.js';
import { actorOf, type GraphQLContext } from '../context.js';
import { connectionType, findConnection, NEWEST_FIRST } from '../lists/connection.js';
import { WorkerState } from '../types/enums.js';
import { answer, resultUnion } from '../types/errors.js';

/** A day of them. */
const MAX_SNAPSHOTS = 1_440;

const WorkerSnapshot = builder.prismaObject('WorkerSnapshot', {
  description: 'How the machine of a worker fared since the snapshot before.',
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    at: t.expose('at', { type: 'DateTime' }),
    cpuPercent: t.exposeFloat('cpuPercent', { description: 'Of all processors of the machine, 0 to 100.' }),
    loadAverage: t.exposeFloat('loadAverage', { description: 'Over one minute.' }),
    memoryMb: t.exposeFloat('memoryMb', { description: 'In use on the machine, in MiB.' }),
    rssMb: t.exposeFloat('rssMb', { description: 'Of the worker’s process, in MiB.' }),
    eventLoopLagP50Ms: t.exposeFloat('eventLoopLagP50Ms'),
    eventLoopLagP99Ms: t.exposeFloat('eventLoopLagP99Ms'),
    activeJobs: t.exposeInt('activeJobs'),
  }),
});

export const Worker = builder.prismaObject('Worker', {
  description: 'A scheduler process.',
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    host: t.exposeString('host'),
    pid: t.exposeInt('pid'),
    version: t.exposeString('version'),
    concurrency: t.exposeInt('concurrency', { description: 'Requests to agents at once, at most.' }),
    capabilities: t.expose('capabilities', {
      type: 'JSON',
      description: 'By name its values, any of which will do: {"region": ["eu"]}.',
    }),
    state: t.field({
      type: WorkerState,
      select: { state: true },
      resolve: ({ state }) => state as typeof WorkerState.$inferType,
    }),
    draining: t.exposeBoolean('draining', {
      description: 'It claims nothing more and finishes what it has, until undrained or its process ends.',
    }),
    epoch: t.exposeInt('epoch', {
      description:
        'Grows with each registration and each loss of its lease: what it wrote before counts no more.',
    }),
    activeJobs: t.exposeInt('activeJobs'),
    leaseExpiresAt: t.expose('leaseExpiresAt', { type: 'DateTime' }),
    startedAt: t.expose('startedAt', { type: 'DateTime' }),
    heartbeatAt: t.expose('heartbeatAt', { type: 'DateTime' }),
    stoppedAt: t.expose('stoppedAt', { type: 'DateTime', nullable: true }),
    snapshots: t.field({
      type: [WorkerSnapshot],
      description: `The last ones, the oldest of them first; at most ${MAX_SNAPSHOTS}. They are kept for a day.`,
      args: { last: t.arg.int({ defaultValue: 60 }) },
      select: ({ last }, _context, nestedSelection) => ({
        snapshots: nestedSelection({
          orderBy: { id: 'desc' },
          take: Math.min(MAX_SNAPSHOTS, Math.max(0, last ?? 60)),
        }),
      }),
      resolve: ({ snapshots }) => snapshots.toReversed(),
    }),
  }),
});

const WorkerFilter = builder.inputType('WorkerFilter', {
  fields: (t) => ({ state: t.field({ type: [WorkerState], description: 'One of these.' }) }),
});

const WorkerConnection = connectionType(Worker);

/** Reads a worker with what the operation asks of it; null: there is none. */
function findWorker(context: GraphQLContext, info: GraphQLResolveInfo, id: string) {
  const query = queryFromInfo({ context, info, typeName: 'Worker' });
  return context.prisma.worker.findUnique({ ...query, where: { id } });
}

builder.queryFields((t) => ({
  worker: t.field({
    type: Worker,
    nullable: true,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context, info) => findWorker(context, info, id),
  }),
  workers: t.field({
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
}));

builder.mutationFields((t) => ({
  drainWorker: t.field({
    type: resultUnion('DrainWorker', Worker),
    description: 'It claims nothing more and finishes what it has. Others take over what waits.',
    authScopes: { operator: true },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context, info) =>
      answer(drainWorker(context.services, actorOf(context), { id, draining: true }), () =>
        findWorker(context, info, id),
      ),
  }),
  undrainWorker: t.field({
    type: resultUnion('UndrainWorker', Worker),
    authScopes: { operator: true },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context, info) =>
      answer(drainWorker(context.services, actorOf(context), { id, draining: false }), () =>
        findWorker(context, info, id),
      ),
  }),
}));
