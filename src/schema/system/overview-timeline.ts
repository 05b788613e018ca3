/** The runs of the whole installation over time: past outcomes, recent runs, next runs. */
import type { Run as RunRow } from '../../db/runs/find-runs.js';
import { databaseNow } from '../../db/system/database-now.js';
import {
  type OutcomeBucket as Bucket,
  MAX_OUTCOME_HOURS,
  MAX_RUNS,
  MAX_UPCOMING,
  MAX_UPCOMING_MINUTES,
  readOutcomes,
  readRuns,
  readUpcomingRuns,
  type UpcomingRun,
} from '../../services/system/read-overview.js';
import { builder } from '../builder.js';
import { idsFrom } from '../lists/time-ordered-id.js';
import { ExecutionTrigger, RunStatus } from '../runs/run-enums.js';
import {
  DELIVERY_STATUS,
  REASON_CODE,
  RUN_COUNTS,
  RUN_START_TIMES,
  RUN_TIMES,
  SLOT_SOURCE,
} from '../runs/run-fields.js';
import { codedError } from '../types/coded-error.js';
import { Overview } from './overview.js';

const OutcomeBucket = builder.objectRef<Bucket>('OutcomeBucket').implement({
  description: 'Outcomes of the runs created in an interval of 15 minutes. Active runs are not counted.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'Start of the interval.' }),
    ...t.exposed('Int!', {
      succeeded: 'Runs that succeeded.',
      partial: 'Runs with completed and failed jobs.',
      failed: 'Runs that failed.',
      cancelled: 'Runs that were cancelled.',
      skipped: 'Skipped slots. Consecutive slots count in the interval of the first one.',
    }),
    ...t.exposed('Boolean!', { complete: 'Whether all runs were counted. False if there were too many.' }),
  }),
});

const NextFire = builder.objectRef<UpcomingRun>('NextFire').implement({
  description: 'The next run of a schedule.',
  fields: (t) => ({
    scheduleId: t.exposeID('scheduleId', { description: 'ID of the schedule.' }),
    name: t.exposeString('name', { description: 'Name of the schedule.' }),
    at: t.expose('at', { type: 'DateTime', description: 'Nominal time of the slot.' }),
    fireAt: t.expose('fireAt', { type: 'DateTime', description: 'Time of the slot including jitter.' }),
    slotSource: t.field(SLOT_SOURCE),
  }),
});

const Run = builder.objectRef<RunRow>('Run').implement({
  description: 'A run, reduced to what a timeline shows.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the run.' }),
    ...t.exposed('ID', { scheduleId: 'ID of the schedule. Null if the run was triggered without one.' }),
    ...t.exposed('String!', { name: 'Name of the schedule, otherwise of the pipeline or agent.' }),
    trigger: t.expose('trigger', { type: ExecutionTrigger, description: 'What started the run.' }),
    deliveryStatus: t.field(DELIVERY_STATUS),
    runStatus: t.expose('runStatus', {
      type: RunStatus,
      nullable: true,
      description: 'State of the run. Null if the slot was skipped.',
    }),
    reasonCode: t.field(REASON_CODE),
    ...t.exposed('DateTime', RUN_TIMES),
    ...t.exposed('DateTime!', RUN_START_TIMES),
    ...t.exposed('Int!', RUN_COUNTS),
  }),
});

builder.objectFields(Overview, (t) => ({
  outcomes: t.field({
    type: [OutcomeBucket],
    description:
      'Outcomes of runs in intervals of 15 minutes, oldest first. The last interval is still in progress.',
    args: {
      hours: t.arg.int({
        defaultValue: 24,
        description: `How many hours to look back, from 1 to ${MAX_OUTCOME_HOURS}.`,
      }),
    },
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
    description: 'Next runs of all schedules, earliest first. Empty while the scheduler is disabled.',
    args: {
      minutes: t.arg.int({
        defaultValue: 60,
        description: `How many minutes to look ahead, from 1 to ${MAX_UPCOMING_MINUTES.toLocaleString('en')}.`,
      }),
      limit: t.arg.int({
        defaultValue: MAX_UPCOMING,
        description: `Maximum number of runs to return, from 1 to ${MAX_UPCOMING}.`,
      }),
      limitEach: t.arg.int({
        description:
          'Maximum number of runs of one schedule, so that frequent schedules leave room for others. Defaults to `limit`.',
      }),
    },
    async resolve(_overview, args, { services }) {
      const minutes = within('minutes', args.minutes ?? 60, MAX_UPCOMING_MINUTES);
      const limit = within('limit', args.limit ?? MAX_UPCOMING, MAX_UPCOMING);
      const limitEach = within('limitEach', args.limitEach ?? limit, MAX_UPCOMING);
      return readUpcomingRuns(services.pool, {
        minutes,
        limit,
        limitEach,
        now: await databaseNow(services.pool),
      });
    },
  }),
  runs: t.field({
    type: [Run],
    description: `Runs that were active, and slots that were skipped, since a given time, newest first. Runs that started earlier are included only if they are among the newest ${MAX_RUNS.toLocaleString('en')}.`,
    args: {
      since: t.arg({ type: 'DateTime', required: true, description: 'Start of the period.' }),
      limit: t.arg.int({
        defaultValue: MAX_RUNS,
        description: `Maximum number of runs that started in the period, from 1 to ${MAX_RUNS.toLocaleString('en')}.`,
      }),
      earlier: t.arg.boolean({
        defaultValue: true,
        description:
          'Whether to include runs that started before the period and had not ended, and running ones beyond `limit`.',
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
}));

/** @throws GraphQLError `BAD_USER_INPUT` */
function within(name: string, value: number, most: number): number {
  if (value < 1 || value > most)
    throw codedError('BAD_USER_INPUT', `${name} must be from 1 to ${most.toLocaleString('en')}.`);
  return value;
}
