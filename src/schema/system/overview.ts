/** The state of the whole installation: workers and queued work. `overview-timeline.ts` adds its runs. */
import { measureQueue, type QueueMeasure } from '../../db/system/measure/measure-queue.js';
import { type WorkerCounts as Counts, countWorkers } from '../../db/workers/count-workers.js';
import { MOST_COUNTED, readWorkCounts, type WorkCounts } from '../../services/system/read-overview.js';
import { builder } from '../builder.js';
import type { GraphQLContext } from '../context.js';

/** How long lost workers are counted. */
const LOST_WITHIN_MS = 86_400_000;

const WorkerCounts = builder.objectRef<Counts>('WorkerCounts').implement({
  description: 'Number of workers in each state.',
  fields: (t) => ({
    alive: t.exposeInt('alive', { description: 'Workers that are alive.' }),
    busy: t.exposeInt('busy', { description: 'Live workers that are calling agents.' }),
    draining: t.exposeInt('draining', { description: 'Live workers that are draining.' }),
    dead: t.exposeInt('dead', { description: 'Workers that died in the last 24 hours.' }),
  }),
});

/** Read once, however many of its fields are selected. */
class OverviewOf {
  #counts: Promise<WorkCounts> | undefined;
  #queue: Promise<QueueMeasure> | undefined;

  constructor(private readonly context: GraphQLContext) {}

  get counts(): Promise<WorkCounts> {
    this.#counts ??= readWorkCounts(this.context.services.pool);
    return this.#counts;
  }

  get queue(): Promise<QueueMeasure> {
    this.#queue ??= measureQueue(this.context.services.pool, MOST_COUNTED);
    return this.#queue;
  }
}

const UP_TO = `Counted up to ${MOST_COUNTED.toLocaleString('en')}.`;

export const Overview = builder.objectRef<OverviewOf>('Overview').implement({
  description:
    'The state of the whole installation. Only requested fields are read, and their cost does not grow with history.',
  fields: (t) => ({
    workers: t.field({
      type: WorkerCounts,
      description: 'Number of workers in each state.',
      resolve: (_overview, _args, { services }) => countWorkers(services.pool, LOST_WITHIN_MS),
    }),
    queued: t.int({
      description: `Queued jobs, including those that are not due yet. ${UP_TO}`,
      resolve: async ({ counts }) => (await counts).queued,
    }),
    queueDepth: t.int({
      description: `Due jobs that wait to be sent, including throttled ones. ${UP_TO}`,
      resolve: async ({ queue }) => (await queue).depth,
    }),
    oldestReadyAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time since which the oldest due job has been waiting. Null if none is waiting.',
      resolve: async ({ queue }) => (await queue).oldestReadyAt,
    }),
    throttled: t.int({
      description: `Throttled jobs: they wait for a circuit, a rate limit, or a worker with the required capabilities. ${UP_TO}`,
      resolve: async ({ counts }) => (await counts).throttled,
    }),
    running: t.int({
      description: `Attempts in progress, including accepted ones. ${UP_TO}`,
      resolve: async ({ counts }) => (await counts).running,
    }),
    deadLetters: t.int({
      description: `Dead letters that have not been retried. ${UP_TO}`,
      resolve: async ({ counts }) => (await counts).deadLetters,
    }),
  }),
});

builder.queryField('overview', (t) =>
  t.field({
    type: Overview,
    description: 'The state of the whole installation.',
    resolve: (_root, _args, context) => new OverviewOf(context),
  }),
);
