import { LIMITS } from '../../domain/limits.js';
import { schedulesWithin } from '../access/within-scope.js';
import { builder } from '../builder.js';
import { connectionType, orderInput } from '../lists/connection.js';
import { itemByIdOrKey } from '../lists/item.js';
import { listField } from '../lists/list-field.js';
import { isUuid } from '../lists/time-ordered-id.js';
import { findSchedule, Schedule } from './schedule.js';
import { ScheduleFilter, scheduleWhere } from './schedule-filter.js';

const order = orderInput('Schedule', {
  CREATED_AT: { column: 'id', description: 'By time of creation.' },
  NAME: { column: 'name', ignoresCase: true, description: 'By name, ignoring case.' },
  NEXT_RUN_AT: {
    column: 'nextRunAt',
    nullable: true,
    instants: true,
    description: 'By time of the next run. Schedules without one come last when ascending.',
  },
  LAST_RUN_AT: {
    column: 'lastRunAt',
    nullable: true,
    instants: true,
    description: 'By time of the last run. Schedules without one come last when ascending.',
  },
});

builder.queryFields((t) => ({
  schedule: itemByIdOrKey(t, Schedule, 'schedule', findSchedule),
  schedules: listField(t, connectionType(Schedule), {
    description: 'Schedules, newest first by default.',
    filter: ScheduleFilter,
    which: 'Which schedules to return. Defaults to all.',
    order,
    rows: async (filter, { prisma, services }) => ({
      delegate: prisma.schedule,
      where: await scheduleWhere(filter, services.pool),
      within: schedulesWithin,
      search:
        filter.search && !isUuid(filter.search.trim())
          ? { within: {}, rows: LIMITS.searchedRows }
          : undefined,
    }),
  }),
}));
