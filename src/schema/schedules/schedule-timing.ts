/** When a schedule runs: its own timing, and its next run with the reason for it. */
import { builder } from '../builder.js';
import { RunSource } from '../types/codes.js';
import { Decision } from './decision.js';
import { Schedule } from './schedule.js';
import { AfterOnce, DstGap, DstRepeat, Repeat } from './schedule-enums.js';

builder.prismaObjectFields(Schedule, (t) => ({
  ...t.exposed('String', {
    cronExpression: 'Cron expression with five fields. Null if the schedule uses an interval or runs once.',
    timezone: 'IANA time zone, such as "Europe/Berlin". Null to use the default from the settings.',
  }),
  ...t.exposed(Repeat, { repeat: 'Whether the schedule runs once or repeatedly.' }),
  interval: t.field({
    type: 'Duration',
    nullable: true,
    description: 'Time between runs. Null if the schedule uses a cron expression or runs once.',
    select: { interval: true },
    resolve: ({ interval }) => (interval === null ? null : Number(interval)),
  }),
  ...t.exposed('DateTime', {
    startAt:
      'First instant at which the schedule can be due; for a one-time schedule, when it runs. Null if not set.',
    endAt: 'Instant from which the schedule is no longer due. Null if it does not end.',
    nextRunAt: 'Time of the next run. Null if none is planned.',
    lastRunAt: 'Time of the last run. Null if the schedule never ran.',
  }),
  ...t.exposed(DstGap, {
    dstGap: 'What happens to a local time that does not exist because clocks go forward.',
  }),
  ...t.exposed(DstRepeat, {
    dstRepeat: 'What happens to a local time that occurs twice because clocks go back.',
  }),
  ...t.exposed(AfterOnce, { afterOnce: 'What happens to a one-time schedule after it has run.' }),
  ...t.exposed('Int', {
    maxRuns: 'Number of runs after which the schedule ends. Null if it is not limited.',
  }),
  nextSlotSource: t.field({
    type: RunSource.type,
    nullable: true,
    description: 'What determined the next run. Null if none is planned.',
    select: { nextRunSource: true },
    resolve: ({ nextRunSource }) => RunSource.read(nextRunSource),
  }),
  nextRunSource: t.exposeString('nextRunSource', {
    nullable: true,
    description: 'What determined the next run. Null if none is planned.',
    deprecationReason: 'Use `nextSlotSource`, which is an enum.',
  }),
  nextSlotDecision: t.field({
    type: Decision.type,
    nullable: true,
    description: 'How the next run was decided. Null if none was decided yet.',
    select: { decision: true },
    resolve: ({ decision }) => Decision.read(decision),
  }),
  decision: t.expose('decision', {
    type: 'JSON',
    nullable: true,
    description: 'How the next run was decided. Null if none was decided yet.',
    deprecationReason: 'Use `nextSlotDecision`, which is typed.',
  }),
}));
