import type { FoundScheduleAlert } from '../../db/schedules/alerts/find-schedule-alerts.js';
import { readScheduleAlerts } from '../../services/schedules/read-schedule-alerts.js';
import { builder } from '../builder.js';
import { referenceIn } from '../lists/reference.js';
import { Schedule } from './schedule.js';
import { ScheduleAlertKind } from './schedule-enums.js';

const ScheduleAlert = builder.objectRef<FoundScheduleAlert>('ScheduleAlert').implement({
  description: 'An enabled schedule that should run but does not.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ScheduleAlertKind, description: 'What is wrong.' }),
    since: t.expose('since', {
      type: 'DateTime',
      description: 'Time the problem began, as far as the history shows.',
    }),
    message: t.exposeString('message', { description: 'What is wrong and what to do, in plain words.' }),
    scheduleId: t.exposeID('scheduleId', { description: 'ID of the schedule.' }),
    scheduleName: t.exposeString('scheduleName', { description: 'Name of the schedule.' }),
    schedule: t.field({
      ...referenceIn('scheduleId', Schedule, (prisma) => prisma.schedule),
      description: 'The schedule. Null if it has been deleted.',
    }),
  }),
});

builder.queryField('scheduleAlerts', (t) =>
  t.field({
    type: [ScheduleAlert],
    description:
      'Enabled schedules that are overdue, blocked, or have no next run; those that have waited longest come first. At most 100 of each kind.',
    resolve: (_root, _args, context) => readScheduleAlerts(context.services),
  }),
);
