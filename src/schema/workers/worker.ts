import { drainWorker } from '../../services/workers/drain-worker.js';
import { builder } from '../builder.js';
import { conditionsOf } from '../lists/conditions.js';
import { connectionType } from '../lists/connection.js';
import { finderOf, itemById } from '../lists/item.js';
import { listField } from '../lists/list-field.js';
import { codedError } from '../types/coded-error.js';
import { byId, mutationOf } from '../types/mutation.js';
import { Node } from '../types/node.js';
import { WorkerState } from './worker-state.js';

/** The snapshots of one day. */
const MAX_SNAPSHOTS = 1_440;

/** @throws GraphQLError `BAD_USER_INPUT` */
function snapshotsWithin(last: number): number {
  if (last < 1 || last > MAX_SNAPSHOTS)
    throw codedError('BAD_USER_INPUT', `last must be from 1 to ${MAX_SNAPSHOTS.toLocaleString('en')}.`);
  return last;
}

const WorkerSnapshot = builder.prismaObject('WorkerSnapshot', {
  description:
    'State of a worker and its machine at one time. Averages cover the time since the preceding snapshot.',
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the snapshot.' }),
    at: t.expose('at', { type: 'DateTime', description: 'Time of the snapshot.' }),
    ...t.exposed('Float!', {
      cpuPercent: 'CPU usage of all processors of the machine, from 0 to 100.',
      loadAverage: 'Load average of the machine over one minute.',
      memoryMb: 'Memory in use on the machine, in MiB.',
      rssMb: 'Resident memory of the worker process, in MiB.',
      eventLoopLagP50Ms: 'Median event loop delay, in milliseconds.',
      eventLoopLagP99Ms: '99th percentile of the event loop delay, in milliseconds.',
    }),
    activeJobs: t.exposeInt('activeJobs', { description: 'Attempts that the worker was sending.' }),
  }),
});

export const Worker = builder.prismaObject('Worker', {
  description: 'A worker process. It runs schedules and calls agents.',
  interfaces: [Node],
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the worker.' }),
    host: t.exposeString('host', { description: 'Host name of the machine.' }),
    ...t.exposed('Int!', {
      pid: 'Process ID.',
      concurrency: 'Maximum number of requests to agents at once.',
      epoch:
        'Number of times the worker has registered: when it started, and after each loss of its lease. Writes of an earlier epoch are ignored.',
      activeJobs: 'Attempts that the worker is sending.',
    }),
    version: t.exposeString('version', { description: 'Version of Callboard.' }),
    ...t.exposed('JSON!', {
      capabilities: 'Capabilities by name, each with all its values: `{"region": ["eu"]}`.',
    }),
    ...t.exposed(WorkerState, { state: 'State of the worker.' }),
    draining: t.exposeBoolean('draining', {
      description:
        'Whether the worker is draining: it claims nothing new and finishes what it has, until it is undrained or its process ends.',
    }),
    ...t.exposed('DateTime!', {
      leaseExpiresAt: 'Time the worker’s lease expires unless it is renewed.',
      startedAt: 'Time the worker started.',
      heartbeatAt: 'Time of the last heartbeat.',
    }),
    ...t.exposed('DateTime', { stoppedAt: 'Time the worker stopped. Null if it has not.' }),
    snapshots: t.field({
      type: [WorkerSnapshot],
      description: 'The most recent snapshots, oldest first. Snapshots are kept for one day.',
      args: {
        last: t.arg.int({
          defaultValue: 60,
          description: `How many snapshots to return, from 1 to ${MAX_SNAPSHOTS.toLocaleString('en')}.`,
        }),
      },
      select: ({ last }, _context, nestedSelection) => ({
        snapshots: nestedSelection({
          orderBy: { id: 'desc' },
          take: snapshotsWithin(last ?? 60),
        }),
      }),
      resolve: ({ snapshots }) => snapshots.toReversed(),
    }),
  }),
});

const WorkerFilter = builder.inputType('WorkerFilter', {
  description: 'Selects workers.',
  fields: (t) => ({
    state: t.field({ type: [WorkerState], description: 'Only workers in one of these states.' }),
  }),
});

/** Reads a worker with the fields that the operation selects. Null if it does not exist. */
export const findWorker = finderOf(Worker, (prisma) => prisma.worker);

builder.queryFields((t) => ({
  worker: itemById(t, Worker, 'worker', findWorker),
  workers: listField(t, connectionType(Worker), {
    description: 'Workers, newest first, including dead ones.',
    filter: WorkerFilter,
    which: 'Which workers to return. Defaults to all.',
    rows: (filter, { prisma }) => ({ delegate: prisma.worker, where: conditionsOf(filter, ['state']) }),
  }),
}));

const workerMutation = mutationOf(Worker, byId(findWorker));

builder.mutationFields((t) => ({
  drainWorker: workerMutation(t, {
    by: 'operator',
    description:
      'Drains a worker: it claims nothing new and finishes what it has. Other workers take over what is waiting.',
    args: { id: t.arg.id({ required: true, description: 'ID of the worker.' }) },
    run: (deps, actor, { id }) => drainWorker(deps, actor, { id, draining: true }),
  }),
  undrainWorker: workerMutation(t, {
    by: 'operator',
    description: 'Ends the draining of a worker, which claims work again.',
    args: { id: t.arg.id({ required: true, description: 'ID of the worker.' }) },
    run: (deps, actor, { id }) => drainWorker(deps, actor, { id, draining: false }),
  }),
}));
