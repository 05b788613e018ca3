import type { FoundScheduleAlert } from '../../db/schedules/find-schedule-alerts.js';
import { readScheduleAlerts } from '../../services/schedules/read-schedule-alerts.js';
import { builder } from '../builder.js';
import { loadById } from '../lists/reference.js';
import { ScheduleAlertKind } from '../types/enums.js';
import { Schedule } from './schedule.js';

const ScheduleAlert = builder.objectRef<FoundScheduleAlert>('ScheduleAlert').implement({
  description: 'An enabled schedule that should fire and does not.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ScheduleAlertKind }),
    since: t.expose('since', { type: 'DateTime' }),
    message: t.exposeString('message', { description: 'For people: what is wrong and what to do.' }),
    scheduleId: t.exposeID('scheduleId'),
    scheduleName: t.exposeString('scheduleName'),
    schedule: t.field({
      type: Schedule,
      nullable: true,
      description: 'Null when it has been deleted since.',
      resolve: ({ scheduleId }, _args, context, info) =>
        loadById<typeof Schedule.$inferType>(context, info, context.prisma.schedule, scheduleId),
    }),
  }),
});

builder.queryField('scheduleAlerts', (t) =>
  t.field({
    type: [ScheduleAlert],
    description:
      'Enabled schedules that have not fired though they should have, cannot run, or have no next run; the longest first, at most 100 of a kind.',
    resolve: (_root, _args, context) => readScheduleAlerts(context.services),
  }),
);
