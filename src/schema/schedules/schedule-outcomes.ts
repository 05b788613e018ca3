/** Recent outcomes of schedules, for each row of a list, in a fixed number of statements per page. */
import {
  findActiveExecutions,
  loadRecentOutcomes,
  type RecentOutcome,
} from '../../db/schedules/load-recent-outcomes.js';
import { builder } from '../builder.js';
import { loadAt, loadFound } from '../lists/reference.js';
import { RunStatus } from '../runs/run-enums.js';
import { REASON_CODE } from '../runs/run-fields.js';
import { ScheduleExecution } from '../runs/schedule-execution.js';
import { codedError } from '../types/coded-error.js';
import { Schedule } from './schedule.js';

const MAX_OUTCOMES = 100;

const ScheduleOutcome = builder.objectRef<RecentOutcome>('ScheduleOutcome').implement({
  description: 'How a run ended, or its current state.',
  fields: (t) => ({
    executionId: t.exposeID('executionId', { description: 'ID of the run.' }),
    ...t.exposed('DateTime!', {
      at: 'Nominal time of the slot; for a triggered run, when it was triggered.',
    }),
    runStatus: t.field({
      type: RunStatus,
      nullable: true,
      description: 'State of the run. Null if the slot was skipped.',
      resolve: ({ runStatus }) => runStatus as typeof RunStatus.$inferType | null,
    }),
    reasonCode: t.field(REASON_CODE),
    ...t.exposed('Int!', { missedCount: 'Number of skipped slots that this entry represents.' }),
    ...t.exposed('Float', {
      durationMs:
        'Time from the claim to the end of the last job, in milliseconds. Null if the run has not ended or was skipped.',
    }),
  }),
});

builder.prismaObjectFields(Schedule, (t) => ({
  recentOutcomes: t.field({
    type: [ScheduleOutcome],
    description: 'Outcomes of the most recent runs, oldest first, including skipped slots.',
    args: {
      last: t.arg.int({
        defaultValue: 20,
        description: `How many outcomes to return, from 1 to ${MAX_OUTCOMES}.`,
      }),
    },
    select: { id: true },
    resolve: ({ id }, args, context, info) => {
      const last = args.last ?? 20;
      if (last < 1 || last > MAX_OUTCOMES)
        throw codedError('BAD_USER_INPUT', `last must be from 1 to ${MAX_OUTCOMES}.`);
      return loadAt(context, info, id, async (ids) => {
        const outcomes = await loadRecentOutcomes(context.services.pool, ids, last);
        return ids.map((scheduleId) => outcomes.get(scheduleId) ?? []);
      });
    },
  }),
  activeExecution: t.field({
    type: ScheduleExecution,
    nullable: true,
    description: 'The newest run that is waiting or running. Null if there is none.',
    select: { id: true },
    resolve: ({ id }, _args, context, info) =>
      loadFound<typeof ScheduleExecution.$inferType>(context, info, context.prisma.scheduleExecution, {
        key: id,
        find: findActiveExecutions,
      }),
  }),
}));
