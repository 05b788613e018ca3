/** How everything stands, in one look. */

import type { Run as RunRow } from '../../db/runs/find-runs.js';
import { databaseNow } from '../../db/system/database-now.js';
import { measureQueue, type QueueMeasure } from '../../db/system/measure-queue.js';
import { type WorkerCounts as Counts, countWorkers } from '../../db/workers/count-workers.js';
import {
  type OutcomeBucket as Bucket,
  type NextFire as Fire,
  MAX_FIRES,
  MAX_FIRES_MINUTES,
  MAX_OUTCOME_HOURS,
  MAX_RUNS,
  MOST_COUNTED,
  readNextFires,
  readOutcomes,
  readRuns,
  readWorkCounts,
  type WorkCounts,
} from '../../services/system/read-overview.js';
import { builder } from '../builder.js';
import type { GraphQLContext } from '../context.js';
import { idsFrom } from '../lists/time-ordered-id.js';
import { codedError } from '../types/coded-error.js';
import { DeliveryStatus, ExecutionTrigger, RunStatus } from '../types/enums.js';

/** Workers that were lost are of interest for a day. */
const LOST_WITHIN_MS = 86_400_000;

const WorkerCounts = builder.objectRef<Counts>('WorkerCounts').implement({
  fields: (t) => ({
    alive: t.exposeInt('alive'),
    busy: t.exposeInt('busy', { description: 'Of those alive: they have attempts in hand.' }),
    draining: t.exposeInt('draining', { description: 'Of those alive: they claim nothing more.' }),
    dead: t.exposeInt('dead', { description: 'Lost within the last 24 hours: they left without a word.' }),
  }),
});

const OutcomeBucket = builder.objectRef<Bucket>('OutcomeBucket').implement({
  description: 'How the executions of a quarter of an hour ended; those that have not ended are not in it.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'Its beginning.' }),
    succeeded: t.exposeInt('succeeded'),
    partial: t.exposeInt('partial'),
    failed: t.exposeInt('failed'),
    cancelled: t.exposeInt('cancelled'),
    skipped: t.exposeInt('skipped', {
      description: 'Slots that did not run; consecutive ones count where the first of them is.',
    }),
    complete: t.exposeBoolean('complete', {
      description: 'False: there were so many that not all of them were counted.',
    }),
  }),
});

const NextFire = builder.objectRef<Fire>('NextFire').implement({
  description: 'When a schedule will fire, as things stand.',
  fields: (t) => ({
    scheduleId: t.exposeID('scheduleId'),
    name: t.exposeString('name', { description: 'Of the schedule.' }),
    at: t.expose('at', { type: 'DateTime', description: 'The slot.' }),
    fireAt: t.expose('fireAt', { type: 'DateTime', description: 'With its jitter.' }),
    source: t.exposeString('source'),
  }),
});

const Run = builder.objectRef<RunRow>('Run').implement({
  description: 'An execution as a timeline shows it: its columns, read all at once.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Of the execution.' }),
    scheduleId: t.exposeID('scheduleId', { nullable: true }),
    name: t.exposeString('name', { description: 'Of the schedule, else of the pipeline or agent called.' }),
    trigger: t.expose('trigger', { type: ExecutionTrigger }),
    status: t.expose('status', { type: DeliveryStatus }),
    runStatus: t.expose('runStatus', { type: RunStatus, nullable: true, description: 'Null: skipped.' }),
    reason: t.exposeString('reason', { nullable: true }),
    slotAt: t.expose('slotAt', { type: 'DateTime', nullable: true }),
    lastSlotAt: t.expose('lastSlotAt', { type: 'DateTime', nullable: true }),
    missedCount: t.exposeInt('missedCount'),
    fireAt: t.expose('fireAt', { type: 'DateTime' }),
    executionTime: t.expose('executionTime', { type: 'DateTime' }),
    completedAt: t.expose('completedAt', { type: 'DateTime', nullable: true }),
    cancelRequestedAt: t.expose('cancelRequestedAt', { type: 'DateTime', nullable: true }),
    jobsCreated: t.exposeInt('jobsCreated'),
    jobsCompleted: t.exposeInt('jobsCompleted'),
    jobsFailed: t.exposeInt('jobsFailed'),
    jobsSkipped: t.exposeInt('jobsSkipped'),
    jobsCancelled: t.exposeInt('jobsCancelled'),
  }),
});

/** Read once, however many of its fields are asked for. */
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

const UP_TO = `Counted up to ${MOST_COUNTED}.`;

const Overview = builder.objectRef<OverviewOf>('Overview').implement({
  description: `How everything stands. Only what is asked for is read, and no part takes longer for there being more history.`,
  fields: (t) => ({
    workers: t.field({
      type: WorkerCounts,
      resolve: (_overview, _args, { services }) => countWorkers(services.pool, LOST_WITHIN_MS),
    }),
    queueDepth: t.int({
      description: `Jobs whose turn has come and that wait to be sent, parked ones included. ${UP_TO}`,
      resolve: async ({ queue }) => (await queue).depth,
    }),
    oldestReadyAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Since when the one of them waits that has waited longest.',
      resolve: async ({ queue }) => (await queue).oldestReadyAt,
    }),
    parked: t.int({
      description: `Jobs held back by a circuit, a rate limit, or for want of a worker that can serve them. ${UP_TO}`,
      resolve: async ({ counts }) => (await counts).parked,
    }),
    running: t.int({
      description: `Attempts under way, accepted ones included. ${UP_TO}`,
      resolve: async ({ counts }) => (await counts).running,
    }),
    deadLetters: t.int({
      description: `Dead letters that nobody has replayed. ${UP_TO}`,
      resolve: async ({ counts }) => (await counts).deadLetters,
    }),
    outcomes: t.field({
      type: [OutcomeBucket],
      description: 'By when the executions were made, the earliest first; the last one is still under way.',
      args: { hours: t.arg.int({ defaultValue: 24, description: `At most ${MAX_OUTCOME_HOURS}.` }) },
      async resolve(_overview, { hours }, { services }) {
        const wanted = within('hours', hours ?? 24, MAX_OUTCOME_HOURS);
        return readOutcomes(services.pool, {
          hours: wanted,
          now: await databaseNow(services.pool),
          idsFrom,
        });
      },
    }),
    nextFires: t.field({
      type: [NextFire],
      description: 'The next runs of all schedules, the soonest first; none while the scheduler is disabled.',
      args: {
        minutes: t.arg.int({ defaultValue: 60, description: `At most ${MAX_FIRES_MINUTES}.` }),
        limit: t.arg.int({ defaultValue: MAX_FIRES, description: `At most ${MAX_FIRES}.` }),
        limitEach: t.arg.int({
          description: 'Of one schedule at most, so that a frequent one leaves room for the others.',
        }),
      },
      async resolve(_overview, args, { services }) {
        const minutes = within('minutes', args.minutes ?? 60, MAX_FIRES_MINUTES);
        const limit = within('limit', args.limit ?? MAX_FIRES, MAX_FIRES);
        const limitEach = within('limitEach', args.limitEach ?? limit, MAX_FIRES);
        return readNextFires(services.pool, {
          minutes,
          limit,
          limitEach,
          now: await databaseNow(services.pool),
        });
      },
    }),
    runs: t.field({
      type: [Run],
      description: `Executions that were under way since an instant, and slots that did not run, the newest first. Of those that began before it and had not ended: as far as they are among the newest ${MAX_RUNS}.`,
      args: {
        since: t.arg({ type: 'DateTime', required: true }),
        limit: t.arg.int({
          defaultValue: MAX_RUNS,
          description: `Of those that began since then, at most ${MAX_RUNS}.`,
        }),
        earlier: t.arg.boolean({
          defaultValue: true,
          description:
            'Those too that began before it and had not ended, and what still runs beyond `limit`.',
        }),
      },
      resolve: (_overview, { since, limit, earlier }, { services }) =>
        readRuns(services.pool, {
          since,
          limit: within('limit', limit ?? MAX_RUNS, MAX_RUNS),
          earlier: earlier ?? true,
          idsFrom,
        }),
    }),
  }),
});

/** @throws GraphQLError `BAD_USER_INPUT` */
function within(name: string, value: number, most: number): number {
  if (value < 1 || value > most) throw codedError('BAD_USER_INPUT', `${name} must be from 1 to ${most}.`);
  return value;
}

builder.queryField('overview', (t) =>
  t.field({ type: Overview, resolve: (_root, _args, context) => new OverviewOf(context) }),
);
